/**
 * The script of the page. Without it, only checks while typing, search and copying are missing: the
 * server checks forms too. It creates no markup from data: every value is set as text.
 */
export const script = `"use strict";
const fields = document.querySelectorAll("[data-check]");
const check = (field) => {
  const problem = document.getElementById(field.getAttribute("aria-describedby").split(" ").at(-1));
  const text = (field.value === "" && !field.required) || field.validity.valid ? "" : field.dataset.check;
  if (problem.textContent !== text) problem.textContent = text;
  field.setAttribute("aria-invalid", text === "" ? "false" : "true");
  return text === "";
};
for (const field of fields) field.addEventListener("input", () => check(field));
for (const form of document.querySelectorAll("form[data-checked]")) {
  form.addEventListener("submit", (event) => {
    const wrong = [...form.querySelectorAll("[data-check]")].filter((field) => !(field.value === "" && field.name.startsWith("header.")) && !check(field));
    if (wrong.length === 0) return;
    event.preventDefault();
    wrong[0].focus();
  });
}
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copy).textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(document.getElementById(button.dataset.copy));
      button.textContent = "Selected: copy it";
    }
  });
}
const filter = document.querySelector("[data-filter]");
if (filter) {
  const place = document.getElementById(filter.dataset.filter);
  const items = [...place.querySelectorAll("[data-name]")].map((item) => [item, item.dataset.name.toLowerCase()]);
  const groups = [...place.querySelectorAll("details.group")].map((group) => [group, group.open]);
  filter.addEventListener("input", () => {
    const text = filter.value.trim().toLowerCase();
    let count = 0;
    for (const [item, name] of items) {
      item.hidden = !name.includes(text);
      if (!item.hidden) count++;
    }
    for (const [group, wasOpen] of groups) {
      group.hidden = group.querySelector("[data-name]:not([hidden])") === null;
      group.open = text === "" ? wasOpen : true;
    }
    document.getElementById("found").textContent = text === "" ? "" : count === 0 ? "No operation has this name." : count + " found.";
  });
}
`;
