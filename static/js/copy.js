// Buttons that copy the text of the element they name. Where the clipboard is out of reach, the text is selected instead.
import { say } from "./keys.js";

function select(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  const selection = getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(source.textContent);
    say(button.dataset.copied);
  } catch {
    select(source);
  }
});

export function showCopies(root) {
  for (const button of root.querySelectorAll("[data-copy]")) button.hidden = false;
}
