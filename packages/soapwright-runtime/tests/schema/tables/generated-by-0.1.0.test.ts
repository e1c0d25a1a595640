/**
 * The output of version 0.1.0 with the current runtime. The files beside this test are its output for `library.wsdl`:
 * never regenerate them.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { startServiceSandbox } from "soapwright-sandbox";
import { isFaultOf } from "../../../src";
import { LibraryPort, ListPort, schemas } from "./generated-by-0.1.0/index";

const NS = "urn:example:library";
const soap = "http://schemas.xmlsoap.org/soap/envelope/";
const envelope = (body: string) => `<s:Envelope xmlns:s="${soap}"><s:Body>${body}</s:Body></s:Envelope>`;
const found = (content: string) => envelope(`<FindBooksResponse xmlns="${NS}">${content}</FindBooksResponse>`);

let server: Server;
let endpoint: string;
let request = "";
let response = "";

beforeAll(async () => {
  server = createServer(async (incoming, outgoing) => {
    request = await text(incoming);
    const status = response.includes("Fault>") ? 500 : 200;
    outgoing.writeHead(status, { "content-type": "text/xml; charset=utf-8" }).end(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const bookXml =
  '<Book lang="en"><Id>9007199254740993</Id><Kind>Comic</Kind><Price currency="EUR">12.50</Price><Tags>a b</Tags>' +
  "<Page>1</Page><Note>n</Note><Page>2</Page></Book>";
const book = {
  Id: 9007199254740993n,
  lang: "en",
  Kind: "Comic",
  Price: { value: "12.50", currency: "EUR" },
  Tags: ["a", "b"],
};

test("a list is read whole and item by item, and sent what it was asked for", async () => {
  await using client = new LibraryPort({ endpoint, headers: { Credentials: { Key: "k" } } });
  response = found(
    `<FindBooksResult>${bookXml}<Book xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/></FindBooksResult>`,
  );
  const books = await client.findBooks({ Shelf: 3, Author: "A & B" });
  expect(books).toEqual([expect.objectContaining(book), null]);
  expect(request).toContain(`<FindBooks xmlns="${NS}"><Shelf>3</Shelf><Author>A &amp; B</Author></FindBooks>`);
  expect(request).toContain("<Key>k</Key>");
  const streamed: unknown[] = [];
  for await (const item of client.findBooksStream({ Shelf: 3, Title: "T" })) streamed.push(item);
  expect(streamed).toEqual(books);
});

test.each([
  ["empty", "<FindBooksResult/>"],
  ["nil", '<FindBooksResult xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>'],
  ["absent", ""],
])("a list that is %s is an empty one", async (_how, content) => {
  await using client = new LibraryPort({ endpoint });
  response = found(content);
  await expect(client.findBooks({ Shelf: 1, Title: "T" })).resolves.toEqual([]);
});

test("a value, an absent value and a declared fault come back", async () => {
  await using client = new LibraryPort({ endpoint });
  const opened = (content: string) => envelope(`<OpenShelfResponse xmlns="${NS}">${content}</OpenShelfResponse>`);
  response = opened("<OpenShelfResult>true</OpenShelfResult>");
  await expect(client.openShelf({ Shelf: 1 })).resolves.toBe(true);
  response = opened("");
  await expect(client.openShelf({ Shelf: 1 })).resolves.toBeUndefined();
  response = envelope(
    `<s:Fault><faultcode>s:Server</faultcode><faultstring>No</faultstring><detail><ShelfFault xmlns="${NS}"><Shelf>1</Shelf></ShelfFault></detail></s:Fault>`,
  );
  const error: unknown = await client.openShelf({ Shelf: 1 }).catch((reason: unknown) => reason);
  expect(isFaultOf(error, schemas.openShelf) && error.fault.detail).toMatchObject({
    $type: "ShelfFault",
    value: { Shelf: 1 },
  });
});

test("an array of the SOAP encoding is a list, an empty one where it is nil or absent", async () => {
  await using client = new ListPort({ endpoint });
  const listed = (content: string) => envelope(`<n:listResponse xmlns:n="${NS}">${content}</n:listResponse>`);
  const array = 'soapenc:arrayType="n:Item[1]" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/"';
  response = listed(`<return ${array}><item><n:Id>7</n:Id></item></return>`);
  await expect(client.list({ shelf: 1 })).resolves.toEqual([expect.objectContaining({ Id: 7n })]);
  response = listed('<return xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>');
  await expect(client.list()).resolves.toEqual([]);
  response = listed("");
  await expect(client.list()).resolves.toEqual([]);
});

test("a sandbox serves the tables, and makes values for them", async () => {
  const sandbox = await startServiceSandbox({
    services: [{ service: schemas.libraryPortService, path: "/library", declaredBaseUrl: "https://service.example" }],
  });
  try {
    await using client = new LibraryPort({ endpoint: `${sandbox.url}/library` });
    const books = await client.findBooks({ Shelf: 1, Title: "T" });
    expect(books.every((each) => each === null || typeof each.Id === "bigint")).toBe(true);
  } finally {
    await sandbox.close();
  }
});
