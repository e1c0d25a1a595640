/** The contract view as a page of the sandbox. */
import { contractOf } from "../contract-view/contract";
import { contractContent } from "../contract-view/contract-page";
import type { SandboxState } from "../sandbox-state";
import { documentationOf } from "./documentation";
import { page } from "./layout";
import { html, Markup } from "./markup";

/** A bundler would rewrite a template with the end tag to call a package of its own. */
const script = new Markup('<script src="/page/contract.js" defer></script>');

export function contractPage(sandbox: SandboxState): string {
  const sources = sandbox.services.map((service, index) => ({
    service: service.service,
    documentation: { ...service.documentation, operations: Object.fromEntries(documentationOf(service)) },
    form: `/page/operations/${index}/`,
  }));
  return page(sandbox, "/page/contract", "Contract", html`${contractContent(contractOf(sources))}${script}`);
}
