/**
 * The test form of the help pages: `POST …asmx/Operation` with the arguments as form fields, from this machine alone.
 */
import type { IncomingMessage } from "node:http";
import { readMimeType } from "soapwright-features/wire";
import { builtInOf, type ElementNode, plainElements, simpleTypeOf } from "soapwright-runtime/codecs";
import { isResponseError } from "soapwright-runtime/errors";
import { bodyOf } from "../http/content-type";
import type { HttpResponse } from "../http/http-writer";
import { textResponse, xmlPage } from "../http/pages";
import type { HostedService } from "../service/hosted-service";
import { madeElement, type TreeElement, TreeReplay } from "./element-tree";
import { reasonOf, SandboxFault } from "./fault";
import { resultXml } from "./result-xml";
import { unwrapMessage } from "./sandbox-messages";

const mostBytes = 1_000_000;

/** .NET's names of the built-in types. */
const netNames: Readonly<Record<string, string>> = {
  int: "System.Int32",
  long: "System.Int64",
  short: "System.Int16",
  byte: "System.SByte",
  unsignedByte: "System.Byte",
  boolean: "System.Boolean",
  decimal: "System.Decimal",
  double: "System.Double",
  float: "System.Single",
  dateTime: "System.DateTime",
};

/** The call has no headers, so operations that need credentials are refused. */
export async function runTestForm(
  service: HostedService,
  name: string,
  request: IncomingMessage,
): Promise<HttpResponse> {
  const operation = service.options.service.operations.find((one) => one.name === name);
  if (!operation) return textResponse(500, `${name} Web Service method name is not valid.`, "private");
  const { "content-type": type = "" } = request.headers;
  if (readMimeType(type).type !== "application/x-www-form-urlencoded") {
    return textResponse(500, `Request format is invalid: ${type}.`, "private");
  }
  const fields = new URLSearchParams((await bodyOf(request, mostBytes)).bytes.toString("utf8"));
  const [declared] = operation.input.body;
  let args: unknown;
  try {
    args = unwrapMessage(operation.input, declared ? { [declared.key]: argumentsOf(service, declared, fields) } : {});
  } catch (error) {
    if (!isResponseError(error) && !(error instanceof SandboxFault)) throw error;
    return textResponse(500, error.message, "private");
  }
  try {
    const result = await service.run(operation, { operation: name, args, headers: {}, soapVersion: "1.1" });
    return xmlPage(`<?xml version="1.0" encoding="utf-8"?>\n${resultXml(service, operation, result, "1.1")}`);
  } catch (error) {
    return textResponse(500, reasonOf(error));
  }
}

function argumentsOf(service: HostedService, declared: ElementNode, fields: URLSearchParams): unknown {
  const members = plainElements(declared.type) ?? [];
  const children = members.flatMap((member) => {
    const texts = fields.getAll(member.name.local);
    if (simpleTypeOf(member.type) === undefined)
      throw new SandboxFault("The test form is only available for methods with primitive types.");
    if (texts.length === 0) {
      if (member.min === 0) return [];
      throw new SandboxFault(`Missing parameter: ${member.name.local}.`);
    }
    return texts.map((text) => elementOf(service, member, [text]));
  });
  const replay = new TreeReplay();
  const decoder = service.codec.decoder(declared, replay);
  try {
    replay.run(elementOf(service, declared, children), decoder);
  } catch (error) {
    const [text] = replay.current.children;
    const member = members.find(({ name }) => name.local === replay.current.name.local);
    if (!isResponseError(error) || !member || typeof text !== "string") throw error;
    const kind = netNames[builtInOf(member.type) ?? ""] ?? "System.String";
    throw new SandboxFault(
      `Cannot convert ${text} to ${kind}.\nParameter name: type ---> Input string was not in a correct format.`,
    );
  }
  return decoder.value;
}

function elementOf(service: HostedService, { name }: ElementNode, children: TreeElement["children"]): TreeElement {
  return madeElement({ local: name.local, namespace: service.rename(name.namespace) }, children);
}
