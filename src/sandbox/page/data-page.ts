/** The data of a sandbox, to look at and to edit. */
import type { SandboxState } from "../sandbox-state";
import { page } from "./layout";
import { html } from "./markup";

/** The page; `text` is what was sent and could not be taken, with the reason. */
export function dataPage(sandbox: SandboxState, refused?: { readonly text: string; readonly problem: string }): string {
  const data = sandbox.options.editableData;
  if (!data) {
    return page(
      sandbox,
      "/page/data",
      "Data",
      html`<p>This sandbox has no data: its operations respond with values that are made from the contract, or by handlers.</p>`,
    );
  }
  return page(
    sandbox,
    "/page/data",
    "Data",
    html`<p class="lead">Changes hold until the sandbox stops. No file is written.</p><form method="post" action="/page/data"><label for="data">JSON</label><textarea id="data" name="data" rows="30" spellcheck="false" aria-describedby="data-problem">${refused?.text ?? data.read()}</textarea><p class="problem" id="data-problem" role="alert">${refused?.problem ?? ""}</p><button>Use this data</button></form>`,
  );
}
