/** The data of a sandbox, to look at and to edit. */
import type { EditableData } from "../sandbox-options";
import { page } from "./layout";
import { html } from "./markup";

/** The page; `text` is what was sent and could not be taken, with the reason. */
export function dataPage(
  data: EditableData | undefined,
  refused?: { readonly text: string; readonly problem: string },
): string {
  if (!data) {
    return page(
      "Data",
      html`<p>This sandbox has no data: its operations respond with values that are made of the tables, or by handlers.</p>`,
    );
  }
  return page(
    "Data",
    html`<p>Changes hold until the sandbox stops. No file is written.</p><form method="post" action="/page/data"><label for="data">JSON</label><textarea id="data" name="data" rows="30" spellcheck="false" aria-describedby="data-problem">${refused?.text ?? data.read()}</textarea><p class="problem" id="data-problem" role="alert">${refused?.problem ?? ""}</p><button>Use this data</button></form>`,
  );
}
