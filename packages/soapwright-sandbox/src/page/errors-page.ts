/** The page that switches injected errors on and off. */
import type { SandboxState } from "../sandbox-state";
import type { Trouble, TroubleRule } from "../trouble";
import { ruleWords, troubleWords } from "../trouble-words";
import { page } from "./layout";
import { html } from "./markup";

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
  const whole = "Write a whole number over 0.";
  return page(
    sandbox,
    "/page/errors",
    "Injected errors",
    html`<p class="lead">See what your client does when the service is slow, busy or broken. Errors stay on until you end them here, or the sandbox stops.</p>
<section aria-labelledby="on"><h2 id="on">Now</h2>${rules.length === 0 ? html`<p>None: every request gets its response.</p>` : html`<ul class="plain">${rules}</ul>`}</section>
<section aria-labelledby="another"><h2 id="another">Inject an error</h2><form method="post" action="/page/errors">
<label for="kind">What happens</label><select id="kind" name="kind">${Object.entries(choices).map(([key, trouble]) => option("kind", key, troubleWords(trouble)))}</select>
<label for="operation">Operation</label><select id="operation" name="operation"><option value="">Every operation</option>${operations.map((name) => option("operation", name, name))}</select>
<label for="where">Only when an argument has a value</label><input id="where" name="where" value="${value("where")}" placeholder="name=value" pattern="\\s*[^\\s=]+\\s*=.*" autocomplete="off" data-check="Write a name, an equals sign and a value." aria-describedby="where-note where-problem"><p class="note" id="where-note">Leave it empty for all arguments.</p><p class="problem" id="where-problem" aria-live="polite"></p>
<label for="times">How many requests</label><input id="times" name="times" value="${value("times")}" inputmode="numeric" pattern="[1-9]\\d{0,8}" autocomplete="off" data-check="${whole}" aria-describedby="times-note times-problem"><p class="note" id="times-note">Leave it empty to go on until you end it.</p><p class="problem" id="times-problem" aria-live="polite"></p>
<label for="every">Only one in how many requests</label><input id="every" name="every" value="${value("every")}" inputmode="numeric" pattern="[1-9]\\d{0,8}" autocomplete="off" data-check="${whole}" aria-describedby="every-note every-problem"><p class="note" id="every-note">3 takes every third request. Leave it empty for every request.</p><p class="problem" id="every-problem" aria-live="polite"></p>
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
