// What is typed into a field of `data-draft` is kept in this tab until it is sent: a pane or a page that is left takes the
// field along. The name it is kept by says whose it is and of what.
const FIELD = "[data-draft]";
const SENT = "sent"; // the draft of a form that the browser itself sends, until the page that follows tells how it went

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
    if (!line) continue;
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

// After a form that the browser sent: gone with the page that follows, unless that page asks for the same words again or
// is the one a login led to. The page of the login itself runs no script.
export function dropSent() {
  const name = sessionStorage.getItem(SENT);
  sessionStorage.removeItem(SENT);
  const asked = [...document.querySelectorAll(FIELD)].some((field) => field.dataset.draft === name);
  const fromLogin = document.referrer && new URL(document.referrer).pathname.startsWith("/accounts/");
  if (name && !asked && !fromLogin) sessionStorage.removeItem(name);
}

document.addEventListener("submit", ({ target }) => {
  const field = target.querySelector(FIELD);
  if (field && !target.hasAttribute("hx-post")) sessionStorage.setItem(SENT, field.dataset.draft);
});

// Before the answer is shown: the field that comes with it is another one.
document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  const field = detail.elt.querySelector(FIELD);
  if (field && detail.xhr.status < 300) drop(field);
});

// Who signs out leaves nothing behind.
document.addEventListener("submit", ({ target }) => { if (target.hasAttribute("data-forget")) sessionStorage.clear(); });
