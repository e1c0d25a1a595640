/** The contract view: a page of the sandbox, and one self-contained file. */
import type { ElementNode } from "soapwright-runtime/codecs";
import type { OperationNode, ServiceNode } from "soapwright-runtime/tables";
import { html, Markup, scriptJson } from "soapwright-runtime/xsd";
import type { SandboxState } from "../../service/sandbox-state";
import type { ContractDocumentation } from "../../service/service-options";
import { documentationOf } from "../documentation";
import { groupsOf } from "../groups";
import { page } from "../layout";
import { browserScript } from "../script";
import { style } from "../style";
import { TypeOutlines } from "./type-outlines";

export interface ContractSource {
  readonly service: ServiceNode;
  readonly documentation?: ContractDocumentation | undefined;
  /** The URL of an operation's form up to the method name; undefined without a form. */
  readonly form?: string;
}

export function contractPage(sandbox: SandboxState): string {
  const sources = sandbox.services.map((service, index) => ({
    service: service.service,
    documentation: { ...service.documentation, operations: Object.fromEntries(documentationOf(service)) },
    form: `/page/operations/${index}/`,
  }));
  const script = element("script", ' src="/page/contract.js" defer', "");
  return page(sandbox, "/page/contract", "Contract", html`${contractContent(sources)}${script}`);
}

/** Returns one HTML file that needs neither network nor server. */
export function contractFile(title: string, sources: readonly ContractSource[]): string {
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
  return html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>${title}</title>${element("style", "", style)}</head>
<body><a class="skip" href="#contract-detail">Skip to the content</a><header><div><p class="brand">Contract</p></div></header><main id="main"><h1 dir="auto">${title}</h1>${contractContent(sources)}</main>${element("script", "", browserScript("contract"))}</body></html>
`.html;
}

function contractContent(sources: readonly ContractSource[]): Markup {
  const data = scriptJson(contractOf(sources));
  return html`<div class="contract"><nav aria-label="Operations and types"><label for="contract-search">Find an operation or a type</label><input id="contract-search" type="search" autocomplete="off" spellcheck="false"><p class="soft" id="contract-found" role="status"></p><div id="contract-list"></div></nav><section id="contract-detail" tabindex="-1" aria-label="Details"></section></div><noscript><p>This view needs JavaScript: it makes what you look at from the contract.</p></noscript>${element("script", ' type="application/json" id="contract"', data)}`;
}

type Members = readonly ReturnType<TypeOutlines["member"]>[];

/** The contract as data of the script: services, operations, and every named type that they reach. */
export interface ContractView {
  readonly services: readonly ServiceView[];
  readonly types: ReturnType<TypeOutlines["finish"]>;
  readonly namespaces: readonly string[];
}
interface ServiceView {
  readonly name: string;
  readonly namespace: string;
  readonly ports: readonly { readonly name: string; readonly soapVersion: string; readonly address: string }[];
  readonly operations: readonly OperationView[];
  readonly form: string | undefined;
}
interface OperationView {
  readonly name: string;
  readonly method: string;
  readonly style: string;
  readonly action: OperationNode["soapAction"];
  readonly input: Members;
  readonly headers: Members;
  /** Absent in a one-way operation. */
  readonly output: Members | undefined;
  readonly resultHeaders: Members;
  readonly faults: Members;
  readonly group: string | undefined;
  readonly text: string | undefined;
}

function contractOf(sources: readonly ContractSource[]): ContractView {
  const types = new TypeOutlines(sources.map(({ documentation }) => documentation?.types ?? {}));
  const services = sources.map(({ service, documentation, form }) => {
    const { name, targetNamespace: namespace, ports, operations } = service;
    const groups = groupsOf(operations.map((operation) => operation.name));
    const texts = new Map(Object.entries(documentation?.operations ?? {}));
    return {
      name,
      namespace,
      ports: ports.map((port) => ({ name: port.name, soapVersion: port.soapVersion, address: port.address })),
      operations: operations.map((operation, at) => ({
        ...operationOf(operation, types),
        group: groups[at],
        text: texts.get(operation.name),
      })),
      form,
    };
  });
  return { services, types: types.finish(), namespaces: types.namespaces };
}

function operationOf(
  { name, method, style, use, soapAction, input, output, faults }: OperationNode,
  types: TypeOutlines,
) {
  const all = (elements: readonly ElementNode[] = []) => elements.map((each) => types.member(each, -1));
  return {
    name,
    method,
    style: `${style}/${use}`,
    action: soapAction,
    input: all(input.body),
    headers: all(input.headers),
    output: output && all(output.body),
    resultHeaders: all(output?.headers),
    faults: all(faults.map(({ detail }) => detail)),
  };
}

/** The tags are concatenated, because a bundler rewrites a template that ends a script. */
function element(name: string, attributes: string, text: string): Markup {
  return new Markup(["<", name, attributes, ">", text, "</", name, ">"].join(""));
}
