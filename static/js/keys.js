// Keys are bound by the attribute data-hotkey, which the server renders from one table.
import { eventToHotkeyString, install, uninstall } from "../vendor/hotkey@3.1.4/index.js";

const bound = new Set();

export function bindKeys(root) {
  const inside = root.querySelectorAll("[data-hotkey]");
  for (const element of root.matches?.("[data-hotkey]") ? [root, ...inside] : inside) {
    if (bound.has(element)) continue;
    bound.add(element);
    install(element);
  }
}

// An element that left the page must lose its key: a click on a detached link would still follow it.
export function dropKeys() {
  for (const element of bound) {
    if (element.isConnected) continue;
    bound.delete(element);
    uninstall(element);
  }
}

export function say(words) {
  document.getElementById("live").textContent = words;
}

// A key never presses what can't be seen: the reasons of a closed menu, the page behind an open dialog.
document.addEventListener("hotkey-fire", (event) => {
  const dialog = document.querySelector("dialog[open]");
  if ((dialog && !dialog.contains(event.target)) || !event.target.checkVisibility()) event.preventDefault();
}, { capture: true });

// A key of this room whose control is not there is answered all the same; one that did something is `defaultPrevented`.
window.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, select, dialog");
  if (event.defaultPrevented || typing || !bound.size || document.querySelector("dialog[open]")) return;
  const key = eventToHotkeyString(event);
  const room = document.querySelector("main[data-keys]")?.dataset.keys;
  const does = document.querySelector(`#keys [data-room="${room}"] [data-key="${CSS.escape(key)}"] dd`);
  const there = [...bound].some((element) => element.dataset.hotkey === key);
  if (does && !there) say(`${document.getElementById("live").dataset.missing} ${does.textContent}`);
});

// Ctrl+Enter sends the form that is being filled in.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  const form = event.target.closest("form");
  if (!form) return;
  event.preventDefault();
  form.requestSubmit(form.querySelector("button.primary, button.caution"));
});
