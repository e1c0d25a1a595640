/** The contract view: a page of the sandbox, and one self-contained file. */
import { html, Markup } from "../page/markup";
import { style } from "../page/style";
import { type ContractData, type ContractSource, contractOf } from "./contract";
import { contractScript } from "./contract-script";

export function contractContent(contract: ContractData): Markup {
  // In a script element only its end tag ends the data.
  const data = JSON.stringify(contract).replaceAll("<", "\\u003c");
  return html`<div class="contract"><nav aria-label="Operations and types"><label for="contract-search">Find an operation or a type</label><input id="contract-search" type="search" autocomplete="off" spellcheck="false"><p class="soft" id="contract-found" role="status"></p><div id="contract-list"></div></nav><section id="contract-detail" tabindex="-1" aria-label="Details"></section></div><noscript><p>This view needs JavaScript: it makes what you look at from the contract.</p></noscript>${element("script", ' type="application/json" id="contract"', data)}`;
}

/** Returns one HTML file that needs neither network nor server. */
export function contractFile(title: string, sources: readonly ContractSource[]): string {
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
  return html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>${title}</title>${element("style", "", style)}</head>
<body><a class="skip" href="#contract-detail">Skip to the content</a><header><div><p class="brand">Contract</p></div></header><main id="main"><h1 dir="auto">${title}</h1>${contractContent(contractOf(sources))}</main>${element("script", "", contractScript)}</body></html>
`.html;
}

/** The tags are concatenated, because a bundler rewrites a template that ends a script. */
function element(name: string, attributes: string, text: string): Markup {
  return new Markup(["<", name, attributes, ">", text, "</", name, ">"].join(""));
}
