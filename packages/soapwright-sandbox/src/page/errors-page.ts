/** The page that switches injected errors on and off. */

import { html, type Markup } from "soapwright-runtime/xsd";
import type { SandboxState } from "../service/sandbox-state";
import type { Trouble, TroubleRule } from "../trouble/trouble";
import { ruleWords, troubleWords } from "../trouble/trouble-words";
import { page } from "./layout";

const choices: Readonly<Record<string, Trouble>> = {
  slow: { kind: "delay", delayMs: 2000 },
  busy: { kind: "status", status: 503, retryAfterSeconds: 1 },
  limit: { kind: "rate-limit", requestsPerSecond: 2 },
  html: { kind: "html" },
  type: { kind: "content-type", contentType: "application/octet-stream" },
  malformed: { kind: "malformed" },
  truncate: { kind: "truncate" },
  bytes: { kind: "slow", bytesPerSecond: 200 },
  reset: { kind: "reset", when: "before" },
  silence: { kind: "silence" },
  expire: { kind: "expire", calls: 3 },
};

/** `form` is a submitted form that was refused. */
export function errorsPage(sandbox: SandboxState, problem = "", form = new URLSearchParams()): string {
  const rules = sandbox.troubles.map(({ id, rule, taken }) => {
    const ruleText = ruleWords(rule);
    return html`<li class="row"><div><strong dir="auto">${ruleText}</strong><br><span class="soft">${taken === 1 ? "1 request" : `${taken} requests`} so far</span></div><form method="post" action="/page/errors"><input type="hidden" name="remove" value="${id}"><button class="small quiet" aria-label="End: ${ruleText}">End</button></form></li>`;
  });
  const operations = [
    ...new Set(sandbox.services.flatMap(({ service }) => service.operations.map(({ name }) => name))),
  ];
  const value = (name: string): string => form.get(name) ?? "";
  const option = (name: string, key: string, label: string) =>
    html`<option value="${key}"${value(name) === key && html` selected`}>${label}</option>`;
  const input = (name: string, label: string, note: string, problem: string, attributes: Markup) =>
    html`<label for="${name}">${label}</label><input id="${name}" name="${name}" value="${value(name)}" ${attributes} autocomplete="off" data-check="${problem}" aria-describedby="${name}-note ${name}-problem"><p class="note" id="${name}-note">${note}</p><p class="problem" id="${name}-problem" aria-live="polite"></p>`;
  const number = (name: string, label: string, note: string) =>
    input(name, label, note, "Write a whole number over 0.", html`inputmode="numeric" pattern="[1-9]\\d{0,8}"`);
  return page(
    sandbox,
    "/page/errors",
    "Injected errors",
    html`<p class="lead">See what your client does when the service is slow, busy or broken. Errors stay on until you end them here, or the sandbox stops.</p>
<section aria-labelledby="on"><h2 id="on">Now</h2>${rules.length === 0 ? html`<p>None: every request gets its response.</p>` : html`<ul class="plain">${rules}</ul>`}</section>
<section aria-labelledby="another"><h2 id="another">Inject an error</h2><form method="post" action="/page/errors">
<label for="kind">What happens</label><select id="kind" name="kind">${Object.entries(choices).map(([key, trouble]) => option("kind", key, troubleWords(trouble)))}</select>
<label for="operation">Operation</label><select id="operation" name="operation"><option value="">Every operation</option>${operations.map((name) => option("operation", name, name))}</select>
${input(
  "where",
  "Only when an argument has a value",
  "Leave it empty for all arguments.",
  "Write a name, an equals sign and a value.",
  html`placeholder="name=value" pattern="\\s*[^\\s=]+\\s*=.*"`,
)}
${number("times", "How many requests", "Leave it empty to go on until you end it.")}
${number("every", "Only one in how many requests", "3 takes every third request. Leave it empty for every request.")}
<p class="problem" role="alert">${problem}</p><button>Inject</button></form></section>`,
  );
}

/** Throws a `ConfigurationError` for a wrong value. */
export function changeErrors(sandbox: SandboxState, form: URLSearchParams): void {
  if (form.get("end") !== null) {
    sandbox.clearTrouble();
    return;
  }
  const removed = form.get("remove");
  if (removed !== null) {
    sandbox.removeTrouble(Number(removed));
    return;
  }
  const trouble = choices[form.get("kind") ?? ""];
  if (!trouble) return;
  const rule: Record<string, unknown> = { trouble };
  for (const name of ["times", "every"]) {
    const text = form.get(name);
    if (text) rule[name] = Number(text);
  }
  const [, name, value] = /^\s*([^\s=]+)\s*=(.*)$/.exec(form.get("where") ?? "") ?? [];
  if (name !== undefined && value !== undefined) rule.where = { [name]: value.trim() };
  if (form.get("operation")) rule.operation = form.get("operation");
  sandbox.addTrouble(rule as unknown as TroubleRule);
}
