// Keys are bound by the attribute data-hotkey, which the server renders from one table.
import { install, uninstall } from "../vendor/hotkey@3.1.4/index.js";

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

// A key never presses what can't be seen: the reasons of a closed menu, the page behind an open dialog.
document.addEventListener("hotkey-fire", (event) => {
  const dialog = document.querySelector("dialog[open]");
  const behind = dialog && !dialog.contains(event.target);
  const off = event.target.getAttribute("aria-disabled") === "true";
  if (behind || off || !event.target.checkVisibility()) event.preventDefault();
}, { capture: true });

// Ctrl+Enter sends the form that is being filled in.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  const form = event.target.closest("form");
  if (!form) return;
  event.preventDefault();
  form.requestSubmit(form.querySelector("button.primary, button.caution"));
});
