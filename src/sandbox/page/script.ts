/**
 * The script of the page. Without it everything works but for exchanges that appear by themselves, checks while one types,
 * and copying. It makes no markup out of data: every value is set as text.
 */
export const script = `"use strict";
for (const field of document.querySelectorAll("[data-check]")) {
  const problem = document.getElementById(field.getAttribute("aria-describedby"));
  const check = () => {
    const text = field.value === "" && !field.required ? "" : field.validity.valid ? "" : field.dataset.check;
    if (problem.textContent !== text) problem.textContent = text;
    field.setAttribute("aria-invalid", text === "" ? "false" : "true");
  };
  field.addEventListener("input", check);
}
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copy).textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      const range = document.createRange();
      range.selectNodeContents(document.getElementById(button.dataset.copy));
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      button.textContent = "Selected: copy it";
    }
  });
}
const rows = document.getElementById("exchanges");
if (rows) {
  const cell = (row, text, name) => {
    const made = row.insertCell();
    made.textContent = text;
    if (name) made.className = name;
    return made;
  };
  // From the last one that the page shows: what happened since it was written comes first.
  const source = new EventSource("/page/events?after=" + rows.dataset.last);
  source.addEventListener("message", (event) => {
    const one = JSON.parse(event.data);
    const row = rows.insertRow(0);
    cell(row, one.time);
    const link = document.createElement("a");
    link.href = "/page/exchanges/" + Number(one.id);
    link.textContent = one.operation;
    cell(row, "").append(link);
    cell(row, one.status, one.failed ? "bad" : "good");
    cell(row, one.elapsed);
    cell(row, one.note);
    while (rows.rows.length > 200) rows.deleteRow(-1);
    document.getElementById("none")?.remove();
  });
}
`;
