/** A form to try an operation. */

import type { ElementNode, OperationNode } from "../../schema/codec";
import { builtInOf, enumerationOf, plainElements, simpleTypeOf } from "../../tool-imports";
import { HostedService } from "../hosted-service";
import { templateOf } from "../mistakes";
import { indented } from "../sample-envelope";
import type { ServiceOptions } from "../service-options";
import { documentationOf } from "./documentation";
import { page } from "./layout";
import { html, type Markup } from "./markup";

/** The form; values are what was sent before, or what the service gives as examples. */
export function operationPage(
  service: ServiceOptions,
  index: number,
  operation: OperationNode,
  baseUrl: string,
): string {
  const hosted = new HostedService(service, baseUrl);
  const [body] = operation.input.body;
  const members = body ? simpleMembers(body) : [];
  const headers = operation.input.headers.map((block) => {
    const fields = simpleMembers(block) ?? [];
    return html`<fieldset><legend>Header ${block.name.local}</legend>${fields.map((member) => field(`header.${block.key}.${member.key}`, member, service.examples?.[member.name.local]))}</fieldset>`;
  });
  const content = members
    ? html`<fieldset><legend>Arguments</legend>${members.map((member) => field(`body.${member.key}`, member, service.examples?.[member.name.local]))}</fieldset>`
    : html`<label for="xml">Body as XML</label><textarea id="xml" name="xml" spellcheck="false">${body ? indented(templateOf(body, hosted.rename)) : ""}</textarea>`;
  const versions = [...new Set(service.service.ports.map(({ soapVersion }) => soapVersion))];
  const types = operation.output?.body.map(
    (element) =>
      html`<pre tabindex="0" aria-label="Response type">${indented(templateOf(element, hosted.rename))}</pre>`,
  );
  return page(
    operation.name,
    html`<p>${documentationOf(service.wsdl).get(operation.name) ?? ""}</p><p class="address">${service.path}</p>
<form method="post" action="/page/operations/${index}/${encodeURIComponent(operation.method)}" novalidate>${headers}${content}
<label for="version">SOAP version</label><select id="version" name="version">${versions.map((version) => html`<option>${version}</option>`)}</select><br><button>Send</button></form>
<section><h2>Response</h2>${types}</section>`,
  );
}

/** The elements of a type that are simple values; undefined when there are others. */
export function simpleMembers(element: ElementNode): ElementNode[] | undefined {
  const members = plainElements(element.type);
  return members?.every((member) => simpleTypeOf(member.type) !== undefined) ? members : undefined;
}

const patterns: readonly (readonly [RegExp, string, string])[] = [
  [/int|long|short|byte/i, "[+\\-]?\\d{1,20}", "Write a whole number."],
  [/decimal|float|double/i, "[+\\-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+\\-]?\\d+)?", "Write a number."],
  [/^boolean$/, "true|false|0|1", "Write true or false."],
  [/^date$/, "\\d{4}-\\d\\d-\\d\\d.*", "Write a date, for example 2026-11-21."],
  [
    /^dateTime$/,
    "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d.*",
    "Write a date and time, for example 2026-11-21T09:00:00.",
  ],
];

function field(name: string, member: ElementNode, example: string | undefined): Markup {
  const builtIn = builtInOf(member.type) ?? "string";
  const values = enumerationOf(member.type);
  const [, pattern, problem = "Fill this in."] = patterns.find(([kind]) => kind.test(builtIn)) ?? [];
  const id = `field-${name}`;
  const isRequired = member.min > 0;
  const label = html`<label for="${id}">${member.name.local} <span class="soft">${values ? "one of a list" : builtIn}${isRequired && ", required"}</span></label>`;
  if (values) {
    return html`${label}<select id="${id}" name="${name}">${!isRequired && html`<option value=""></option>`}${values.map((value) => html`<option>${value}</option>`)}</select>`;
  }
  const required = isRequired && html` required`;
  const checked = pattern !== undefined && html` pattern="${pattern}"`;
  return html`${label}<input id="${id}" name="${name}" value="${example ?? ""}" autocomplete="off" spellcheck="false"${required}${checked} data-check="${problem}" aria-describedby="${id}-problem"><p class="problem" id="${id}-problem" aria-live="polite"></p>`;
}
