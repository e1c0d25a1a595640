/** The page with a form to try an operation. */

import { builtInOf, enumerationOf, ownValue } from "soapwright-runtime/codecs";
import type { OperationNode } from "soapwright-runtime/tables";
import { html, type Markup } from "soapwright-runtime/xsd";
import { templateOf } from "../asmx/mistakes";
import { indented } from "../asmx/sample-envelope";
import type { HostedService } from "../service/hosted-service";
import type { SandboxState } from "../service/sandbox-state";
import { documentationOf } from "./documentation";
import { isReference, partFieldsOf, partsFieldset } from "./form-parts";
import { type Field, fieldsOf, hintOf } from "./form-values";
import { page } from "./layout";
import { sampleXml } from "./sample-request";

interface FormState {
  /** The submitted form; undefined for sample values. */
  readonly form?: URLSearchParams | undefined;
  readonly problems?: ReadonlyMap<string, string>;
  /** Edit the Body as XML, whatever it holds. */
  readonly asXml?: boolean;
}

export function operationPage(
  sandbox: SandboxState,
  hosted: HostedService,
  index: number,
  operation: OperationNode,
  { form, problems = new Map(), asXml = false }: FormState = {},
): string {
  const { service, examples = {}, path } = hosted.options;
  const { input, output } = operation;
  const [body, ...more] = input.body;
  const example = ({ name }: Field["member"]) => String(ownValue(examples, name.local) ?? "");
  const shown = ({ name, member }: Field): Markup =>
    field(name, member, form ? (form.get(name) ?? "") : example(member), problems.get(name) ?? "");
  const headers = input.headers.flatMap((block) => {
    const fields = fieldsOf(block, `header.${block.key}`) ?? [];
    if (fields.length === 0) return [];
    return html`<fieldset><legend>Header <bdi>${block.name.local}</bdi></legend>${fields.map(shown)}</fieldset>`;
  });
  const fields = body === undefined ? [] : more.length > 0 ? undefined : fieldsOf(body, "body");
  const address = `/page/operations/${index}/${encodeURIComponent(operation.method)}`;
  const isXml = fields === undefined || asXml;
  const xml = isXml ? (form?.get("xml") ?? indented(sampleXml(hosted, operation, input.body))) : undefined;
  const parts = partFieldsOf(operation, xml);
  const attachments = partsFieldset(parts, form, problems.get("parts"));
  const content = isXml
    ? html`<label for="xml">Body as XML</label><textarea id="xml" name="xml" rows="16" spellcheck="false">${xml}</textarea>`
    : fields.length === 0
      ? html`<p>This operation takes no arguments.</p>`
      : html`<fieldset><legend>Arguments</legend>${fields.filter((one) => !isReference(one)).map(shown)}</fieldset>`;
  const versions = [...new Set(service.ports.map(({ soapVersion }) => soapVersion))];
  const version = form?.get("version");
  const shapes = (output?.body ?? []).map(
    (element) =>
      html`<pre tabindex="0" aria-label="Shape of the result">${indented(templateOf(element, hosted.rename))}</pre>`,
  );
  const documentation = documentationOf(hosted.options).get(operation.name);
  const wrong =
    problems.size === 0
      ? undefined
      : html`<p class="problem" role="alert">Nothing was sent: ${problems.size === 1 ? "one field is" : `${problems.size} fields are`} wrong.</p>`;
  return page(
    sandbox,
    "/",
    operation.name,
    html`${documentation !== undefined && html`<p class="lead" dir="auto">${documentation}</p>`}<p class="facts"><span class="soft"><code>${path}</code> · <a href="/page/contract#operation/${index}/${encodeURIComponent(operation.method)}">Contract</a></span></p>
<form method="post" action="${address}" novalidate data-checked${parts.length > 0 && html` enctype="multipart/form-data"`}>${wrong}${headers}${content}${attachments}
<label for="version">SOAP version</label><select id="version" name="version">${versions.map((one) => html`<option${one === version && html` selected`}>${one}</option>`)}</select><p class="actions"><button>Send</button>${fields !== undefined && fields.length > 0 && (isXml ? html`<a href="${address}">Fill in fields instead</a>` : html`<a href="${address}?as=xml">Write the Body as XML instead</a>`)}</p></form>
${shapes.length > 0 && html`<details class="card"><summary>Shape of the result</summary>${shapes}</details>`}`,
  );
}

function field(name: string, member: Field["member"], text: string, wrong: string): Markup {
  const builtIn = builtInOf(member.type) ?? "text";
  const values = enumerationOf(member.type);
  const { pattern, problem } = hintOf(member);
  const id = `field-${name}`;
  const isRequired = member.min > 0 && !member.array;
  const kind = [
    values ? "one of a list" : builtIn,
    ...(member.array ? ["one a line"] : []),
    ...(isRequired ? ["required"] : []),
  ];
  const about = html`id="${id}" name="${name}" aria-describedby="${id}-problem"${wrong !== "" && html` aria-invalid="true"`}`;
  let control: Markup;
  if (member.array) control = html`<textarea class="short" ${about} rows="3" spellcheck="false">${text}</textarea>`;
  else if (values) {
    const listed = text === "" || values.includes(text) ? values : [text, ...values];
    control = html`<select ${about}>${!isRequired && html`<option value=""></option>`}${listed.map((value) => html`<option${value === text && html` selected`}>${value}</option>`)}</select>`;
  } else {
    const checked = pattern !== undefined && html` pattern="${pattern}"`;
    control = html`<input ${about} value="${text}" dir="auto" autocomplete="off" spellcheck="false"${isRequired && html` required`}${checked} data-check="${problem}">`;
  }
  return html`<label for="${id}"><bdi>${member.name.local}</bdi> <span class="soft">${kind.join(", ")}</span></label>${control}<p class="problem" id="${id}-problem" aria-live="polite">${wrong}</p>`;
}
