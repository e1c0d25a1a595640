/** The messages of commands about features that a client does not have. docs/features.md has the same list. */
import { readFileSync } from "node:fs";
import {
  ArgumentError,
  ConfigurationError,
  FaultError,
  HttpError,
  isServiceError,
  ResponseError,
  ServiceClient,
} from "soapwright-runtime";
import type { OperationNode, ServiceNode } from "soapwright-runtime/tables";
import {
  archive,
  folder,
  getFolder,
  listen,
  multipart as multipartBody,
  putFolder,
  RELATED,
  rootPart,
} from "soapwright-testing/attachments/archive";
import { addDocument, service as dossier } from "soapwright-testing/golden/cases/attachments/schemas";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";
import { featureHint } from "../src";

endAfterEach();

const WSA = "http://www.w3.org/2005/08/addressing";
const WSSE = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";

function fault(namespace: string, local: string): FaultError<undefined> {
  const code = { namespace, local };
  const none = { actor: undefined, node: undefined, role: undefined, detail: undefined };
  return new FaultError("m", { fault: { code, subcodes: [], reason: "r", ...none }, httpStatus: 500 });
}

function unauthorized(offer: string): HttpError {
  return Object.assign(new HttpError("m", { status: 401 }), { responseHeaders: { "www-authenticate": offer } });
}

const notUnderstood = new ResponseError(`its header block {${WSA}}To must be understood (mustUnderstand)`, {
  reason: "envelope",
});
const multipart = new ResponseError("The response has content type multipart/related.", { reason: "content-type" });
const parts = new ConfigurationError("The messages of Send have parts beside their envelope.", { option: "features" });
const blob = new ArgumentError("a Blob or a stream can only be sent beside the envelope", {
  path: "p",
  expected: "e",
  received: "r",
});

test.each([
  [fault(WSA, "InvalidAddressingHeader"), "addressing", 'addressing({ addressing: "1.0" })'],
  [fault("", "MessageAddressingHeaderRequired"), "addressing", 'addressing({ addressing: "1.0" })'],
  [notUnderstood, "addressing", 'addressing({ addressing: "1.0" })'],
  [multipart, "attachments", "attachments()"],
  [parts, "attachments", "attachments()"],
  [blob, "attachments", "attachments({ mtom: true })"],
  [fault(WSSE, "InvalidSecurity"), "security", "security({ … }) with what the service asks for"],
  [unauthorized("Digest, Basic"), "security", 'security({ http: { scheme: "digest", … } })'],
])("%s asks for %s, unless the client has it", (error, feature, value) => {
  const hint = featureHint(error, []);
  expect(hint).toBe(`Hand the client features: [${value}], of its entry point ${feature}.`);
  expect(featureHint(error, [feature])).toBeUndefined();
  const [code = ""] = value.split(") with");
  expect(readFileSync("docs/features.md", "utf8")).toContain(code);
});

test.each([
  fault("", "Client"),
  unauthorized("Basic"),
  new HttpError("m", { status: 500 }),
  new ResponseError("The response has content type text/html.", { reason: "content-type" }),
])("%s asks for no feature", (error) => {
  expect(featureHint(error, [])).toBeUndefined();
});

class PlainClient extends ServiceClient {
  run(operation: OperationNode, args: object) {
    return this.call(operation as never, args as never);
  }
}

const block = `<s:Header><To xmlns="${WSA}" s:mustUnderstand="1">urn:x</To></s:Header>`;
const unknownBlock = folder("").replace("<s:Body>", `${block}<s:Body>`);
const octets = new Uint8Array(1);
const [related, xml] = [
  { type: RELATED, body: multipartBody([rootPart("<x/>")]) },
  { type: "text/xml", body: unknownBlock },
];

test.each<[string, ServiceNode, OperationNode, object, { type: string; body: string | Buffer }, string]>([
  ["a multipart response", archive, getFolder, { Id: 1 }, related, "attachments()"],
  [
    "an argument that is a Blob",
    archive,
    putFolder,
    { Folder: { Cover: new Blob([octets]) } },
    xml,
    "attachments({ mtom: true })",
  ],
  [
    "a message with parts",
    dossier,
    addDocument,
    { AddDocument: { Title: "t" }, scan: octets, note: octets },
    xml,
    "attachments()",
  ],
  ["a block that must be understood", archive, getFolder, { Id: 1 }, xml, 'addressing({ addressing: "1.0" })'],
])(
  "the error of a client without features for %s asks for one",
  async (_what, tables, operation, args, answer, value) => {
    const { url, stop } = await listen((_request, response) => {
      response.writeHead(200, { "Content-Type": answer.type }).end(answer.body);
    });
    atEnd(stop);
    const client = new PlainClient(tables, { endpoint: url, retries: 0 });
    atEnd(() => client.close({ force: true }));
    const error = await rejection(client.run(operation, args));
    expect(isServiceError(error)).toBe(true);
    expect(featureHint(error as never, [])).toContain(value);
  },
);
