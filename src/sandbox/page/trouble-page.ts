/** Trouble to switch on and off by hand. */
import type { SandboxState } from "../sandbox-state";
import type { Trouble, TroubleRule } from "../trouble";
import { page } from "./layout";
import { html } from "./markup";

/** What one can choose, with its words. */
const choices: Readonly<Record<string, { readonly label: string; readonly trouble: Trouble }>> = {
  slow: { label: "Wait 2 seconds", trouble: { kind: "delay", delayMs: 2000 } },
  busy: { label: "503 with Retry-After", trouble: { kind: "status", status: 503, retryAfterSeconds: 1 } },
  limit: { label: "Rate limit: 2 a second, then 429", trouble: { kind: "rate-limit", requestsPerSecond: 2 } },
  html: { label: "An HTML page under status 200", trouble: { kind: "html" } },
  type: { label: "Another content type", trouble: { kind: "content-type", contentType: "application/octet-stream" } },
  malformed: { label: "Malformed XML", trouble: { kind: "malformed" } },
  truncate: { label: "Half of the body", trouble: { kind: "truncate" } },
  bytes: { label: "200 bytes a second", trouble: { kind: "slow", bytesPerSecond: 200 } },
  reset: { label: "Reset the connection", trouble: { kind: "reset", when: "before" } },
  silence: { label: "No response", trouble: { kind: "silence" } },
  expire: { label: "Credentials wear out after 3 calls", trouble: { kind: "expire", calls: 3 } },
};

/** The page with the rules in force, and a form for another one. */
export function troublePage(sandbox: SandboxState, problem = ""): string {
  const rules = sandbox.troubles.map(
    ({ id, rule, taken }) =>
      html`<li><code>${JSON.stringify(rule)}</code><br>${taken} requests so far <form class="inline" method="post" action="/page/trouble"><input type="hidden" name="remove" value="${id}"><button class="small">Remove<span class="soft"></span> rule ${id}</button></form></li>`,
  );
  const operations = [
    ...new Set(sandbox.services.flatMap(({ service }) => service.operations.map(({ name }) => name))),
  ];
  return page(
    "Trouble",
    html`<section><h2>In force</h2>${rules.length === 0 ? html`<p>No trouble: every request gets its response.</p>` : html`<ul class="plain">${rules}</ul>`}</section>
<section><h2>Add trouble</h2><form method="post" action="/page/trouble">
<label for="kind">Kind</label><select id="kind" name="kind">${Object.entries(choices).map(([key, { label }]) => html`<option value="${key}">${label}</option>`)}</select>
<label for="operation">Operation</label><select id="operation" name="operation"><option value="">Every operation</option>${operations.map((name) => html`<option>${name}</option>`)}</select>
<label for="where">Argument <span class="soft">name=value; any when empty</span></label><input id="where" name="where" pattern="\\w+=.*" autocomplete="off">
<label for="times">How often <span class="soft">until removed when empty</span></label><input id="times" name="times" inputmode="numeric" pattern="[1-9]\\d{0,8}">
<label for="every">Every so many-th request <span class="soft">each when empty</span></label><input id="every" name="every" inputmode="numeric" pattern="[1-9]\\d{0,8}">
<p class="problem" role="alert">${problem}</p><button>Add</button></form></section>`,
  );
}

/** Does what the form says. Throws a `ConfigurationError` when it says something wrong. */
export function changeTrouble(sandbox: SandboxState, form: URLSearchParams): void {
  const removed = form.get("remove");
  if (removed !== null) {
    sandbox.removeTrouble(Number(removed));
    return;
  }
  const trouble = choices[form.get("kind") ?? ""]?.trouble;
  if (!trouble) return;
  const rule: Record<string, unknown> = { trouble };
  for (const name of ["times", "every"]) {
    const text = form.get(name);
    if (text) rule[name] = Number(text);
  }
  const [, name, value] = /^\s*(\w+)\s*=(.*)$/.exec(form.get("where") ?? "") ?? [];
  if (name !== undefined && value !== undefined) rule.where = { [name]: value.trim() };
  if (form.get("operation")) rule.operation = form.get("operation");
  sandbox.addTrouble(rule as unknown as TroubleRule);
}
