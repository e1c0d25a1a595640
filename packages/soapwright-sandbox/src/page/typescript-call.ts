/** A recorded request as a call of the typed client. */

import { contentOf, propertiesOf, recordOf } from "soapwright-runtime/codecs";
import { isArgumentError } from "soapwright-runtime/errors";
import { toJson } from "soapwright-runtime/json";
import { jsonText } from "soapwright-runtime/xsd";
import { openRequest } from "../http/multipart-request";
import type { RecordedExchange } from "../record/exchange-log";
import { readPost } from "../service/exchange";
import type { SandboxState } from "../service/sandbox-state";
import type { ServiceOptions } from "../service/service-options";

/** Columns of an object on one line; wider objects take several lines. */
const widest = 90;

/** What a recorded request calls; undefined for a request that calls no operation, or was not recorded whole. */
function calledBy(sandbox: SandboxState, exchange: RecordedExchange) {
  const { requestHeaders } = exchange;
  const [path = ""] = exchange.path.split("?");
  const service = sandbox.destination(path, requestHeaders.host)?.service;
  if (service === undefined) return undefined;
  const opened = openRequest(requestHeaders["content-type"], Buffer.from(exchange.requestBody));
  const post = { soapAction: requestHeaders.soapaction, ...opened };
  const { operation, request } = readPost(service, post, {});
  if (operation === undefined || request === undefined) return undefined;
  const origin = requestHeaders.host === undefined ? sandbox.url : `http://${requestHeaders.host}`;
  return { service, operation, request, origin, path };
}

/** The request as a command for bash; undefined where `asTypeScript` is, and for values that JSON does not have. */
export function asCall(sandbox: SandboxState, exchange: RecordedExchange): string | undefined {
  const called = calledBy(sandbox, exchange);
  if (called === undefined) return undefined;
  const { operation, request, origin, path } = called;
  try {
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([, block]) => block !== undefined));
    const blocks = operation.input.headers.map((header) => ({ ...header, min: 0 }));
    const sent = toJson(recordOf(blocks), headers);
    const words = [
      `npx soapwright call ${shellWord(`${origin}${path}?wsdl`)} ${shellWord(operation.method)}`,
      `--endpoint ${shellWord(origin + path)}`,
      ...(exchange.soapVersion === "1.2" ? ["--soap-version 1.2"] : []),
      ...(Object.keys(headers).length === 0 ? [] : [`--soap-headers <(echo ${shellWord(jsonText(sent))})`]),
      `--json <(echo ${shellWord(jsonText(toJson(operation.input, request.args)))})`,
    ];
    return words.join(" \\\n  ");
  } catch (error) {
    if (isArgumentError(error)) return undefined;
    throw error;
  }
}

function shellWord(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns undefined for a request that calls no operation, or was not recorded whole. */
export function asTypeScript(sandbox: SandboxState, exchange: RecordedExchange): string | undefined {
  const called = calledBy(sandbox, exchange);
  if (called === undefined) return undefined;
  const { service, operation, request, origin } = called;
  const { module, name, isFunction, options } = clientOf(
    sandbox,
    service.options,
    origin,
    request.headers,
    exchange.soapVersion,
  );
  const takesNothing = propertiesOf(contentOf(operation.input).type).length === 0;
  const call = `await client.${operation.method}(${takesNothing ? "" : literal(request.args)});`;
  return [
    `import { ${name} } from ${JSON.stringify(module)};`,
    "",
    `const client = ${isFunction ? "" : "new "}${name}(${literal(options)});`,
    ...(operation.output === undefined ? [call] : [`const result = ${call}`, "console.log(result);"]),
    "await client.close();",
  ].join("\n");
}

function clientOf(
  sandbox: SandboxState,
  { service, client, path }: ServiceOptions,
  origin: string,
  headers: Readonly<Record<string, unknown>>,
  soapVersion: RecordedExchange["soapVersion"],
) {
  const { module = "./generated", name = service.name, credentials } = client ?? {};
  const version = soapVersion === "1.2" ? { soapVersion } : {};
  if (credentials === undefined) {
    const blocks = Object.values(headers).some((block) => block !== undefined) ? { headers } : {};
    return { module, name, isFunction: false, options: { endpoint: origin + path, ...blocks, ...version } };
  }
  const sent: Record<string, unknown> = {};
  for (const block of Object.values(headers)) {
    for (const [child, value] of Object.entries(block ?? {})) {
      const option = credentials[child];
      if (option !== undefined && value !== undefined) sent[option] = value;
    }
  }
  const { namespaceBaseUrl } = sandbox.options;
  const namespaces = namespaceBaseUrl === undefined ? {} : { namespaceBaseUrl };
  return { module, name, isFunction: true, options: { baseUrl: origin, ...namespaces, ...sent, ...version } };
}

function literal(value: unknown, indent = ""): string {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : String(value);
  if (value instanceof Uint8Array)
    return `Buffer.from(${JSON.stringify(Buffer.from(value).toString("base64"))}, "base64")`;
  if (value instanceof Date) return `new Date(${JSON.stringify(value.toJSON())})`;
  const deeper = `${indent}  `;
  const isArray = Array.isArray(value);
  const members = isArray
    ? (value as unknown[]).map((item) => literal(item, deeper))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => `${propertyName(name)}: ${literal(member, deeper)}`);
  const [open, close] = isArray ? ["[", "]"] : ["{", "}"];
  if (members.length === 0) return open + close;
  const space = isArray ? "" : " ";
  const line = `${open}${space}${members.join(", ")}${space}${close}`;
  if (line.length + indent.length <= widest && !line.includes("\n")) return line;
  return `${open}\n${members.map((member) => `${deeper}${member},\n`).join("")}${indent}${close}`;
}

function propertyName(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
}
