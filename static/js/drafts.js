// What is typed into a field of `data-draft` is kept in this tab until it is sent: a pane or a page that is left takes the
// field along. The name it is kept by says whose it is and of what.
const FIELD = "textarea[data-draft]";

document.addEventListener("input", ({ target }) => {
  if (!target.matches(FIELD)) return;
  const kept = { text: target.value, revision: target.form.elements.revision?.value };
  if (kept.text === target.defaultValue) drop(target);
  else sessionStorage.setItem(target.dataset.draft, JSON.stringify(kept));
});

// Back into its field, with a line that says so; over a summary that is another one by now it says that too.
export function bringDrafts(root) {
  for (const hint of root.querySelectorAll("[data-draft-of]")) hint.hidden = !sessionStorage.getItem(hint.dataset.draftOf);
  for (const field of root.querySelectorAll(FIELD)) {
    const kept = JSON.parse(sessionStorage.getItem(field.dataset.draft));
    if (!kept || kept.text === field.defaultValue) continue; // a refused form has its words in it
    field.value = kept.text;
    const line = field.form.querySelector("[data-kept]");
    line.hidden = false;
    line.querySelector("[data-since]").hidden = kept.revision === field.form.elements.revision?.value;
  }
}

function drop(field) {
  sessionStorage.removeItem(field.dataset.draft);
}

document.addEventListener("click", ({ target }) => {
  const control = target.closest("[data-drop]");
  if (!control) return;
  const field = control.closest("form").querySelector(FIELD);
  drop(field);
  if (control.localName === "a") return; // leads away; should it fail to, the words are still in the field
  field.value = field.defaultValue;
  field.form.querySelector("[data-kept]").hidden = true;
  field.focus();
});

// Before the answer is shown: the field that comes with it is another one.
document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  const field = detail.elt.querySelector(FIELD);
  if (field && detail.xhr.status < 300) drop(field);
});

// Who signs out leaves nothing behind.
document.addEventListener("submit", ({ target }) => { if (target.hasAttribute("data-forget")) sessionStorage.clear(); });
