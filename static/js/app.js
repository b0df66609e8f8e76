// All that the pages add to htmx: keys, focus, dialogs, the selected finding, the beat of a lease. Without it every action still works.
import { showCopies } from "./copy.js";
import { bringDrafts, dropSent } from "./drafts.js";
import { bindKeys, dropKeys, say } from "./keys.js";
import "./marking.js";

const LEASE_BEAT = 60_000; // ms between renewals while the tab is seen and used
const LEASE_IDLE = 600_000; // ms without input after which a forgotten tab lets go
const desk = window.matchMedia("(min-width: 64rem) and (min-height: 38rem)");
let used = Date.now();
let cameFrom = null; // where the focus was before it came to the field it is in
let held = false; // whether the focus was in what a swap is about to replace
let coming = false; // whether another slip is on its way
let owed = []; // steps that were asked for meanwhile: each starts from the slip that the one before it led to

// Its words stand on the banner, in the language of the page.
function problem(kind, status = "") {
  const banner = document.getElementById("problem");
  banner.querySelector("span").textContent = [banner.dataset[kind], status].filter(Boolean).join(" ");
  banner.hidden = false;
}

// The panes follow the finding in the slip: its row, its marks on both sides.
function followSlip(scroll) {
  const slip = document.getElementById("finding");
  const number = slip?.dataset.number;
  if (!number) return;
  for (const row of document.querySelectorAll(".finding")) row.toggleAttribute("data-selected", row.id === `f-${number}`);
  const turn = document.getElementById(`e-${number}`)?.closest(".turn");
  for (const other of document.querySelectorAll(".turn")) other.toggleAttribute("data-selected", other === turn);
  for (const mark of document.querySelectorAll("mark.span")) {
    if (mark.dataset.of.split(" ").includes(number)) mark.setAttribute("aria-current", "true");
    else mark.removeAttribute("aria-current");
  }
  if (!scroll || !desk.matches) return;
  document.getElementById(`f-${number}`)?.scrollIntoView({ block: "nearest" });
  for (const side of ["e", "s"]) document.getElementById(`${side}-${number}`)?.scrollIntoView({ block: "center" });
}

// Where the answer says; else, if the swap took the focus away, what is current there: nobody is thrown back to the top.
function placeFocus(swapped, target) {
  const chosen = swapped.hasAttribute("data-focus") ? swapped.querySelector("footer :is(button, summary)") ?? swapped
    : swapped.querySelector("[data-autofocus]");
  const lost = held && document.activeElement === document.body && target.isConnected;
  const wanted = chosen ?? (lost ? target.querySelector("[aria-current]") ?? target : null);
  if (wanted === swapped) swapped.tabIndex = -1;
  wanted?.focus();
}

function openDialog(link, event) {
  const dialog = document.getElementById(link.dataset.dialog);
  if (!dialog) return;
  event.preventDefault();
  dialog.showModal();
}

function closeDialog(button, event) {
  const dialog = button.closest("dialog");
  if (!dialog) return;
  event.preventDefault();
  dialog.close();
}

// Down and up a list of links, by focus alone.
function moveFocus(button) {
  const links = [...document.querySelectorAll(button.dataset.within)];
  const at = links.indexOf(document.activeElement);
  const step = Number(button.dataset.move);
  links[at < 0 ? (step > 0 ? 0 : links.length - 1) : Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-dialog], [data-close], [data-move]");
  if (target?.dataset.dialog) openDialog(target, event);
  else if (target?.hasAttribute("data-close")) closeDialog(target, event);
  else if (target?.dataset.move) moveFocus(target);
});

// What is off says why, and leads there: to what describes it.
document.addEventListener("click", (event) => {
  const off = event.target.closest("[aria-disabled=true]");
  if (!off) return;
  event.preventDefault();
  const why = document.getElementById(off.getAttribute("aria-describedby"));
  say(why.innerText);
  why.querySelector("a")?.focus();
});

// Two quick presses are two steps, though the second one's link is still that of the first.
document.addEventListener("click", (event) => {
  const step = event.target.closest("#step a");
  if (!step || !coming) return;
  event.preventDefault();
  event.stopPropagation();
  owed.push(step.id);
}, { capture: true });

function slipHasCome() {
  coming = false;
  document.getElementById(owed.shift())?.click();
}

// One menu at a time, and none after a click elsewhere or Esc.
document.addEventListener("click", (event) => closeMenus(event.target.closest("details.menu")));
document.addEventListener("keydown", (event) => {
  used = Date.now();
  if (event.key !== "Escape") return;
  const left = document.activeElement.closest("details.menu[open]");
  closeMenus(null);
  if (left) left.querySelector("summary").focus();
  else if (event.target.matches(TYPED) && !event.isComposing) leaveField(event);
});

// Esc leaves a field for where the focus came from, and what was typed stays: a search field would empty itself.
const TYPED = "textarea, input:not([type=checkbox], [type=radio])";
document.addEventListener("focusin", (event) => { if (event.target.matches(TYPED)) cameFrom = event.relatedTarget; });
function leaveField(event) {
  const field = event.target;
  if (field.closest("dialog")) return;
  event.preventDefault();
  const back = cameFrom?.isConnected ? cameFrom : field.closest("[tabindex]");
  if (back) back.focus();
  else field.blur();
}

// A menu that asks for something is opened on it: a key leads to the box, Space ticks it, Enter sends.
document.addEventListener("toggle", (event) => {
  if (event.target.open) event.target.querySelector("[data-first]")?.focus();
}, { capture: true });
function closeMenus(but) {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (menu !== but) menu.open = false;
}
document.addEventListener("pointerdown", () => { used = Date.now(); });

document.body.addEventListener("htmx:load", ({ detail }) => { bindKeys(detail.elt); bringDrafts(detail.elt); showCopies(detail.elt); });
document.body.addEventListener("htmx:afterSwap", dropKeys);
document.body.addEventListener("htmx:beforeSwap", (event) => { held = event.detail.target.contains(document.activeElement); });
document.body.addEventListener("htmx:afterSettle", (event) => {
  placeFocus(event.target, event.detail.target);
  const slip = event.target.id === "finding";
  followSlip(slip);
  if (slip && !desk.matches) event.target.scrollIntoView(); // one pane below the other: what was asked for may be far up
  if (slip) slipHasCome();
});
document.body.addEventListener("htmx:beforeRequest", (event) => {
  document.getElementById("problem").hidden = true;
  coming ||= event.detail.target.id === "finding";
});
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.successful && event.detail.target.id === "finding") [coming, owed] = [false, []];
});
document.body.addEventListener("htmx:sendError", () => problem("silent"));
const REASONS = { 401: "out", 503: "busy" };
document.body.addEventListener("htmx:responseError", (event) => {
  const { status } = event.detail.xhr;
  if (REASONS[status]) problem(REASONS[status]);
  else problem("refused", `(${status})`);
});

setInterval(() => {
  const seen = document.visibilityState === "visible" && Date.now() - used < LEASE_IDLE;
  if (seen) document.body.dispatchEvent(new CustomEvent("lease-tick"));
}, LEASE_BEAT);

// On a narrow screen a row of tabs scrolls: the one we are on must be seen.
for (const tab of document.querySelectorAll("nav [aria-current]")) {
  const strip = tab.closest("nav"); // sideways alone: a strip far down the page must not pull the page to it
  strip.scrollLeft += Math.max(0, tab.getBoundingClientRect().right - strip.getBoundingClientRect().right);
}
bindKeys(document);
dropSent();
bringDrafts(document);
showCopies(document);
followSlip(true);
