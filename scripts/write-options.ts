/**
 * Writes the declarations of the options and the table of docs/options.md, from option-table.ts and option-docs.ts in
 * packages/soapwright-runtime/src/client.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OPTIONS, type OptionDoc, type OptionEntry, type OptionName, optionDoc } from "soapwright-runtime/internal";

const root = join(__dirname, "..");

/** Returns the new text of a file from the old one, by the path of the file. */
export const WRITTEN: { readonly [path: string]: (before: string) => string } = {
  "packages/soapwright-runtime/src/client/client-options.ts": declarations,
  "docs/options.md": (before) => before.replace(/(<!-- options -->\n)[\s\S]*?(<!-- \/options -->)/, `$1${table()}$2`),
};

type Entry = readonly [name: string, entry: OptionEntry<unknown> & OptionDoc];
const entries: readonly Entry[] = Object.entries(OPTIONS).map(([name, entry]) => [
  name,
  { ...entry, ...optionDoc(name as OptionName) },
]);

function declarations(): string {
  const at = (...places: string[]) => entries.filter(([, { place }]) => places.includes(place));
  // A layered option means something else on the client than on a call.
  const shared = at("both").filter(([, { layered }]) => !layered);
  const client = at("client", "with", "both").filter((entry) => !shared.includes(entry));
  const ofWith = at("with", "onlyWith").map(declaration).join("\n");
  const call = at("call", "both").filter((entry) => !shared.includes(entry));
  return `// Written by scripts/write-options.ts from option-table.ts. DO NOT EDIT.
import type { ErrorKind } from "../errors/kind";
import type { ServiceError } from "../errors/service-error";
import type { Feature } from "../feature";
import type { CustomTransport } from "../transport/transport";
import type { Admission, Fairness } from "./admission";
import type { SharedCredentials } from "./credential-cache";
import type { CredentialHeaders } from "./credential-headers";
import type { AttemptInterceptor, Interceptor } from "./interceptors";
import type { Logger } from "./log";
import type {
  Asked,
  CallAuth,
  CallSignal,
  CredentialRequest,
  ExtraHeaders,
  HeaderBlockName,
  HeaderSource,
  HttpHeaders,
  TlsOptions,
} from "./option-types";

/** Options that a client has and one of its calls may set anew. */
export interface SharedOptions {
${shared.map(declaration).join("\n")}
}

/**
 * Options of a client. All are checked when it is made: a wrong one is a \`ConfigurationError\` that names it.
 *
 * Retries: what cannot have reached the service (refused, DNS, no connection in time) is repeated for every operation;
 * lost connections and the statuses 408, 429, 500 without a fault, 502, 503 and 504 are repeated for operations that the
 * WSDL declares safe, and so is a fault that says that the service is busy (\`kind\` "busy"; its \`Retry-After\` counts). No other
 * fault is, nor a response that has begun with a status of success.
 */
export interface CoreClientOptions<H = unknown> extends SharedOptions {
${client.map(declaration).join("\n")}
}

/** Options of a client. \`O\`: those that its features add. */
export type ClientOptions<H = unknown, O extends object = object> = CoreClientOptions<H> &
  NoInfer<O> & {
    /** Features of its calls, beside those that its WSDL needs: one of the same name replaces such a one. Default: none. */
    readonly features?: readonly Feature<O>[] | undefined;
  };

/** Options of one call: they replace those of the client. \`C\`: the credentials that \`auth\` takes. */
export interface CoreCallOptions<H = unknown, C = CallAuth> extends SharedOptions {
${call.map(declaration).join("\n")}
}

/** Options of one call. \`O\`: those that the features of its client add. */
export type CallOptions<H = unknown, C = CallAuth, O extends object = object> = CoreCallOptions<H, C> & O;

/** Options of \`client.with()\`: they replace those of the client, for all calls of the client that it returns. */
export interface WithOptions<H = unknown, C = CallAuth> extends CoreCallOptions<H, C> {${ofWith === "" ? "" : `\n${ofWith}\n`}}
`;
}

function declaration([name, { type, description, ...entry }]: Entry): string {
  const unit = type === "number" && !description.includes(entry.unit) ? ` Unit: ${entry.unit}.` : "";
  return `  /** ${description}${unit} Default: ${standardOf(entry)}. */\n  readonly ${name}?: ${optionalType(type)};`;
}

/**
 * Returns the type of an optional property. A function type is parenthesized, because `undefined` is not part of its
 * result. `Logger` is a union already; with `undefined` in it, the compiler would not infer the parameters of an inline
 * logger.
 */
function optionalType(type: string): string {
  if (type === "Logger") return type;
  return `${/^\(.*=>/.test(type) ? `(${type})` : type} | undefined`;
}

const PLACES = {
  client: "",
  with: " May be set with `client.with()`.",
  onlyWith: " For `client.with()` only.",
  both: " May be set with `client.with()` and for one call.",
  call: " For `client.with()` and one call only.",
} as const;

function table(): string {
  const row = ([name, { unit, description, ...entry }]: Entry) =>
    `| \`${name}\` | ${standardOf(entry)} | ${unit.replaceAll("|", "\\|")} | ${description.replaceAll("|", "\\|")}${PLACES[entry.place]} |`;
  return `| option | default | value | what it does |\n|---|---|---|---|\n${entries.map(row).join("\n")}\n`;
}

function standardOf({ standard, defaultText }: Pick<Entry[1], "standard" | "defaultText">): string {
  if (defaultText !== undefined) return defaultText;
  if (typeof standard === "number") return standard.toLocaleString("en-US");
  return `\`${JSON.stringify(standard)}\``;
}

if (require.main === module) {
  for (const [path, write] of Object.entries(WRITTEN)) {
    const file = join(root, path);
    let before = "";
    try {
      before = readFileSync(file, "utf8");
    } catch {
      // The file does not exist yet.
    }
    writeFileSync(file, write(before));
  }
}
