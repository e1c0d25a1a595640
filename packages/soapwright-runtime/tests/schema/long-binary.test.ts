/** Binary data is long by nature: `maxTextLength` applies to other texts. */
import { gzipSync } from "node:zlib";
import { atEnd, endAfterEach, rejection, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";
import { ServiceClient } from "../../src/client/service-client";
import {
  type ComplexType,
  complexType,
  message,
  namespace,
  type Operation,
  operation,
  type ServiceNode,
  xs,
} from "../../src/runtime-tables";

endAfterEach();

const NS = "urn:file";
const tns = namespace(NS);
interface File {
  Name: string;
  Bytes: Uint8Array;
}
const FileOut: ComplexType<File> = complexType(undefined, [
  tns.element("Name", xs.string),
  tns.element("Bytes", xs.base64Binary),
]);
const Get: ComplexType<{}> = complexType(undefined, []);
const getFile: Operation<{}, File> = operation({
  name: "Get_File",
  method: "getFile",
  style: "document",
  use: "literal",
  soapAction: { "1.1": NS, "1.2": NS },
  safe: true,
  input: message([tns.element("Get_File", Get)], ["Get_File"]),
  output: message([tns.element("File", FileOut)], ["File"]),
  faults: [],
});
const service: ServiceNode = {
  name: "Files",
  targetNamespace: NS,
  ports: [{ name: "P", soapVersion: "1.1", address: "https://files.example/" }],
  operations: [getFile],
};
class Files extends ServiceClient {
  getFile() {
    return this.call(getFile, {});
  }
}

async function read(name: string, base64: string, options: object = {}) {
  const xml = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><File xmlns="${NS}"><Name>${name}</Name><Bytes>${base64}</Bytes></File></e:Body></e:Envelope>`;
  const bytes = gzipSync(xml, { level: 1 });
  const { url } = await serve((socket) => socket.write(answer(bytes, "200 OK", ["Content-Encoding: gzip"])));
  const client = new Files(service, { endpoint: url, retries: 0, ...options });
  atEnd(() => client.close({ force: true }));
  return client.getFile();
}

const MEBI = 2 ** 20;

test("a file of 9 MiB is read by default", async () => {
  const file = Buffer.alloc(9 * MEBI, 7);
  const { Bytes } = await read("a", file.toString("base64"));
  expect(Buffer.compare(Bytes, file)).toBe(0);
});

test("a text of that length is still over the limit", async () => {
  expect(await rejection(read("x".repeat(9 * MEBI), ""))).toMatchObject({
    reason: "limit",
    advice: [{ action: "raise", option: "maxTextLength" }],
  });
});

test("a file over the limit of the response is stopped by that", async () => {
  const options = { maxResponseBytes: 10 * MEBI };
  expect(await rejection(read("a", "AAAA".repeat(3 * MEBI), options))).toMatchObject({
    reason: "limit",
    advice: [{ action: "raise", option: "maxResponseBytes" }],
  });
});
