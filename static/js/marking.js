// Words that a person selects, by mouse or sentence by sentence, go into the dialog that marks them. The server finds
// them in the text again: what the page shows between them (numbers, marks, glyphs) is none of the text.
import { say } from "./keys.js";

const BESIDE = ".vh, sup, small, svg";
const TEXT = ".turn .words, #manuscript";

function textOf(range) {
  const part = range.cloneContents();
  for (const each of part.querySelectorAll(BESIDE)) each.remove();
  return part.textContent;
}

function chosen() {
  const selection = document.getSelection();
  if (!selection.rangeCount || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  const of = (node) => (node.nodeType === Node.TEXT_NODE ? node.parentElement : node).closest(TEXT);
  const text = of(range.startContainer);
  if (!text || text !== of(range.endContainer)) return null;
  const before = document.createRange();
  before.setStart(text, 0);
  before.setEnd(range.startContainer, range.startOffset);
  return { text, words: textOf(range), at: [...textOf(before)].length };
}

function openMark(button) {
  const dialog = document.getElementById("mark");
  const found = chosen();
  if (!dialog || !found || !found.words.trim()) return say(button.dataset.none);
  const turn = found.text.closest(".turn");
  const form = dialog.querySelector("form");
  form.elements.seq.value = turn ? turn.id.slice(2) : "";
  form.elements.words.value = found.words;
  form.elements.at.value = found.at;
  dialog.querySelector("[data-words]").textContent = found.words;
  for (const side of dialog.querySelectorAll("[data-side]")) side.hidden = (side.dataset.side === "turn") !== Boolean(turn);
  const suspect = Boolean(turn) && !["user", "system", "memory"].includes(turn.dataset.origin);
  dialog.querySelector("[data-suspect]").hidden = !suspect;
  form.elements.confirm_origin.required = suspect;
  dialog.showModal();
}

// The text of an element in its nodes, without what stands beside it.
function nodesOf(text) {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest(BESIDE)) nodes.push(walker.currentNode);
  return nodes;
}

function placeOf(nodes, at) {
  for (const node of nodes) {
    if (at <= node.data.length) return [node, at];
    at -= node.data.length;
  }
  return [nodes.at(-1), nodes.at(-1).data.length];
}

function lengthBefore(text, node, offset) {
  const range = document.createRange();
  range.setStart(text, 0);
  range.setEnd(node, offset);
  return textOf(range).length;
}

// The sentence after what is selected, else the first of the turn in hand, or of the summary where the focus is there.
function selectSentence(extend) {
  const selection = document.getSelection();
  const found = chosen();
  const text = found?.text ?? (document.activeElement.closest("#summary") ? document.getElementById("manuscript")
    : document.querySelector(".turn[data-selected] .words") ?? document.querySelector(".turn .words"));
  if (!text) return;
  if (!text) return; // another pane stands in place of the summary
  const range = found && selection.getRangeAt(0);
  const from = found ? lengthBefore(text, range.startContainer, range.startOffset) : 0;
  const to = found ? lengthBefore(text, range.endContainer, range.endOffset) : 0;
  const nodes = nodesOf(text);
  const whole = nodes.map((node) => node.data).join("");
  const sentences = [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(whole)];
  const next = sentences.find(({ index, segment }) => segment.trim() && index + segment.trimEnd().length > to);
  if (!next) return;
  const first = extend && found ? from : Math.max(next.index, to) + /^\s*/.exec(whole.slice(Math.max(next.index, to)))[0].length;
  const last = next.index + next.segment.trimEnd().length;
  selection.setBaseAndExtent(...placeOf(nodes, first), ...placeOf(nodes, last));
  selection.focusNode.parentElement.scrollIntoView({ block: "nearest" });
  say(whole.slice(first, last));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-marking]");
  if (button?.dataset.marking === "open") openMark(button);
  else if (button) selectSentence(button.dataset.marking === "extend");
});
// A press of the button must not take the selection away.
document.addEventListener("mousedown", (event) => { if (event.target.closest("[data-marking]")) event.preventDefault(); });

document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.elt.id !== "mark-form") return;
  document.getElementById("mark").close();
  if (detail.successful) detail.elt.reset();
});
