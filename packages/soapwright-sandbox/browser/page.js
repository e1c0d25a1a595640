/**
 * The script of the pages. Without it, only checks while typing, search, copying and new exchanges are missing: the server checks forms
 * too. It creates no markup from data: every value is set as text, and new exchanges are markup of the server.
 */
(() => {
  /** @param {string | undefined} id */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id ?? ""));
  /**
   * @typedef {HTMLInputElement} Field
   * @type {(place: ParentNode) => Field[]}
   */
  const fieldsOf = (place) => [.../** @type {NodeListOf<Field>} */ (place.querySelectorAll("[data-check]"))];
  /** @type {(field: Field) => boolean} */
  const check = (field) => {
    const problem = byId(field.getAttribute("aria-describedby")?.split(" ").at(-1));
    const text = (field.value === "" && !field.required) || field.validity.valid ? "" : (field.dataset.check ?? "");
    if (problem.textContent !== text) problem.textContent = text;
    field.setAttribute("aria-invalid", text === "" ? "false" : "true");
    return text === "";
  };
  for (const field of fieldsOf(document)) field.addEventListener("input", () => check(field));
  for (const form of document.querySelectorAll("form[data-checked]")) {
    form.addEventListener("submit", (event) => {
      const wrong = fieldsOf(/** @type {HTMLFormElement} */ (form)).filter(
        (field) => !(field.value === "" && field.name.startsWith("header.")) && !check(field),
      );
      const [first] = wrong;
      if (first === undefined) return;
      event.preventDefault();
      first.focus();
    });
  }
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-copy]"))) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const copied = byId(button.dataset.copy);
      try {
        await navigator.clipboard.writeText(copied.textContent ?? "");
        button.textContent = "Copied";
      } catch {
        getSelection()?.selectAllChildren(copied);
        button.textContent = "Selected: copy it";
      }
    });
  }
  const filter = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-filter]"));
  if (filter) {
    const place = byId(filter.dataset.filter);
    const items = [.../** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-name]"))].map((item) => ({
      item,
      name: item.dataset.name?.toLowerCase() ?? "",
    }));
    const groups = [.../** @type {NodeListOf<HTMLDetailsElement>} */ (place.querySelectorAll("details.group"))].map(
      (group) => ({ group, wasOpen: group.open }),
    );
    filter.addEventListener("input", () => {
      const text = filter.value.trim().toLowerCase();
      let count = 0;
      for (const { item, name } of items) {
        item.hidden = !name.includes(text);
        if (!item.hidden) count++;
      }
      for (const { group, wasOpen } of groups) {
        group.hidden = group.querySelector("[data-name]:not([hidden])") === null;
        group.open = text === "" ? wasOpen : true;
      }
      byId("found").textContent = text === "" ? "" : count === 0 ? "No operation has this name." : `${count} found.`;
    });
  }
  const exchanges = document.querySelector("section.exchanges");
  if (exchanges) {
    /** @param {ParentNode | null} place */
    const listIn = (place) => place?.querySelector("tbody") ?? undefined;
    // A link that has the focus stays where it is.
    const isUsed = () => document.hidden || listIn(exchanges)?.contains(document.activeElement) === true;
    const update = async () => {
      if (isUsed()) return;
      const text = await (await fetch("/")).text();
      const later = new DOMParser().parseFromString(text, "text/html").querySelector("section.exchanges");
      const [shown, list] = [listIn(exchanges), listIn(later)];
      if (later === null || isUsed() || shown?.innerHTML === list?.innerHTML) return;
      if (shown && list) shown.replaceChildren(...list.children);
      else exchanges.replaceChildren(...later.childNodes);
    };
    // A sandbox that has ended shows what it had.
    const repeat = () =>
      setTimeout(
        () =>
          void update()
            .catch(() => undefined)
            .then(repeat),
        1_000,
      );
    repeat();
  }
})();
