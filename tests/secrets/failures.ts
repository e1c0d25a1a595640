/** Failures of every class, with secrets and personal data in every possible place. */
import { BasicAuthSecurity, NTLMSecurity } from "soap";
import { nodeSoap } from "soapwright-node-soap";
import type { ClientOptions } from "soapwright-runtime";
import type { ErrorCode } from "soapwright-runtime/errors";
import { book, books, envelope, fault11, fault12, type Headers, ShelfClient } from "soapwright-testing/client/shelf";
import { answer, type RawHandler, type RawRequest } from "soapwright-testing/transport/raw-server";
import { BASIC, CREDENTIALS, ECHO, PLANTS } from "./plants";

/** The server and the client of a failure. */
export interface Stage {
  readonly url: string;
  /** Opens a client of the server with the plants. */
  open(options?: ClientOptions<Headers>): ShelfClient;
}

export interface Failure {
  readonly name: string;
  readonly code: ErrorCode;
  /** The handler of the server. Default: a valid response with the person in it. */
  readonly serve?: RawHandler;
  /** Causes the failure. Default: `getBooks` of a client with the usual options and `options`. */
  readonly fail?: (stage: Stage) => unknown;
  readonly options?: ClientOptions<Headers>;
}

/** The default handler: a valid response with the person in it. */
export const right: RawHandler = (socket) => socket.write(answer(envelope(books(book(1, PLANTS.person)))));
const says =
  (body: string, status = "200 OK", headers: readonly string[] = []): RawHandler =>
  (socket) =>
    socket.write(answer(body, status, headers));
/** Responds with a text that repeats the request. `make` receives the whole request. */
const repeats =
  (make: (request: RawRequest) => Buffer): RawHandler =>
  (socket, request) =>
    socket.write(make(request));
const item = (content: string) => envelope(books(`<Book>${content}</Book>`));
const words = ECHO.split(" ");
const token = PLANTS.secret;

const usual: ClientOptions<Headers> = {
  headers: { Credentials: { User: PLANTS.user, Secret: PLANTS.secret } },
  features: [nodeSoap()],
  httpHeaders: { "X-Api-Key": PLANTS.apiKey },
  timeoutMs: 2_000,
  retries: 0,
};

/** Opens a client with the plants in all places. */
export function openPlanted(url: string, options: ClientOptions<Headers> = {}): ShelfClient {
  const client = new ShelfClient({ endpoint: url, ...usual, ...options });
  client.soap.setSecurity(new BasicAuthSecurity("someone", PLANTS.password));
  client.soap.addSoapHeader(`<Added xmlns="urn:added">${PLANTS.added}</Added>`);
  return client;
}

const person = { Book: { Id: 1, Title: PLANTS.person, Price: "1" } };
const adds =
  (change: object, options: ClientOptions<Headers> = {}) =>
  ({ open }: Stage) =>
    open(options).addBook({ Book: { ...person.Book, ...change } as never });

export const FAILURES: readonly Failure[] = [
  // ConfigurationError
  {
    name: "user and password in the endpoint",
    code: "CONFIGURATION",
    fail: ({ open }) => open({ endpoint: `https://${PLANTS.user}:${token}@h/?key=${PLANTS.apiKey}` }),
  },
  {
    name: "a header with a line feed",
    code: "CONFIGURATION",
    fail: ({ open }) => open({ httpHeaders: { "X-Api-Key": `${PLANTS.apiKey}\r\nX: 1` } }),
  },
  {
    name: "a credential that XML cannot carry",
    code: "CONFIGURATION",
    options: { headers: { Credentials: { User: PLANTS.user, Secret: `${token}\u0001` } } },
  },
  {
    name: "a credential that is an object",
    code: "CONFIGURATION",
    options: { headers: { Credentials: { User: PLANTS.user, Secret: { token } as never } } },
  },
  {
    name: "credentials that are a text",
    code: "CONFIGURATION",
    options: { headers: (() => `${PLANTS.user}:${token}`) as never },
  },
  {
    name: "a proxy's address that is wrong",
    code: "CONFIGURATION",
    fail: ({ open }) =>
      open({ endpoint: "https://shelf.example/soap", proxy: `socks://${PLANTS.user}:${token}@proxy` }),
  },
  {
    name: "a passphrase that opens nothing",
    code: "CONFIGURATION",
    fail: ({ open }) => open({ tls: { key: token, cert: PLANTS.user, passphrase: PLANTS.password } }),
  },
  {
    name: "a security object that is refused",
    code: "CONFIGURATION",
    fail: ({ open }) => open().soap.setSecurity(new NTLMSecurity({ username: PLANTS.user, password: token })),
  },
  {
    name: "an option of a call",
    code: "CONFIGURATION",
    fail: ({ open }) => open().getBooks({ ShelfId: 1 }, { timeoutMs: token as never }),
  },
  {
    name: "a closed client",
    code: "CONFIGURATION",
    fail: ({ open }) => {
      const client = open();
      void client.close();
      return client.addBook(person);
    },
  },
  // ArgumentError
  { name: "a text that XML cannot carry", code: "ARGUMENT", fail: adds({ Title: `${PLANTS.person}\u0001` }) },
  { name: "a text for a number", code: "ARGUMENT", fail: adds({ Id: PLANTS.person }) },
  { name: "a text for a decimal", code: "ARGUMENT", fail: adds({ Price: PLANTS.person }) },
  { name: "an object for a text", code: "ARGUMENT", fail: adds({ Title: { toString: () => PLANTS.person } }) },
  { name: "an array with a person", code: "ARGUMENT", fail: adds({ Title: [PLANTS.person] }) },
  {
    name: "a getter that throws",
    code: "ARGUMENT",
    fail: ({ open }) =>
      open().addBook({
        Book: {
          Id: 1,
          get Title(): string {
            throw new Error("thrown by the caller");
          },
          Price: "1",
        },
      }),
  },
  // ConnectionError
  { name: "a reset", code: "CONNECTION", serve: (socket) => socket.resetAndDestroy() },
  {
    name: "a head that is not HTTP",
    code: "CONNECTION",
    serve: repeats(({ head, body }) => Buffer.from(`${head}\r\n\r\n${body}`)),
  },
  {
    name: "a header that is not one",
    code: "CONNECTION",
    serve: repeats(() => Buffer.from(`HTTP/1.1 200 OK\r\n${words.join("\r\n")}\r\n\r\n`)),
  },
  {
    name: "a body that is cut",
    code: "CONNECTION",
    serve: (socket) => socket.end(`HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 900\r\n\r\n<${token}>`),
  },
  {
    name: "nobody there",
    code: "CONNECTION",
    options: { endpoint: `http://127.0.0.1:1/shelf?key=${PLANTS.apiKey}` },
  },
  {
    name: "a proxy that refuses",
    code: "CONNECTION",
    serve: says(ECHO, "407 Who are you"),
    fail: ({ open, url }) =>
      open({
        endpoint: "https://shelf.example/soap",
        proxy: url.replace("//", `//${PLANTS.user}:${token}@`).replace("/service", ""),
      }).getBooks({ ShelfId: 1 }),
  },
  // TimeoutError
  { name: "silence", code: "TIMEOUT", serve: () => undefined, options: { timeoutMs: 40 } },
  { name: "a deadline", code: "TIMEOUT", serve: () => undefined, options: { deadlineMs: 40 } },
  {
    name: "a body that stops",
    code: "TIMEOUT",
    serve: (socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 900\r\n\r\n<a b='${token}'>`),
    options: { timeoutMs: 60 },
  },
  // AbortError
  {
    name: "the time limit of a signal",
    code: "TIMEOUT",
    serve: () => undefined,
    fail: ({ open }) => open().addBook(person, { signal: AbortSignal.timeout(30) }),
  },
  {
    name: "a signal",
    code: "ABORTED",
    serve: () => undefined,
    fail: ({ open }) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 30);
      return open().addBook(person, { signal: controller.signal });
    },
  },
  {
    name: "a client closed by force",
    code: "ABORTED",
    serve: () => undefined,
    fail: ({ open }) => {
      const client = open();
      const call = client.addBook(person);
      void client.close({ force: true });
      return call;
    },
  },
  // HttpError
  {
    name: "a page that repeats the credentials",
    code: "HTTP",
    serve: says(`<html><body>${CREDENTIALS.join(" ")}</body></html>`, "500 Oops", [`X-Echo: ${ECHO}`]),
  },
  {
    name: "a page that repeats the request",
    code: "HTTP",
    serve: repeats(({ head, body }) => answer(`${head}\n\n${body}`, "502 Oops")),
    fail: ({ open }) => open().addBook(person),
  },
  { name: "a well-formed envelope without a fault", code: "HTTP", serve: says(item(ECHO), "500 Oops") },
  { name: "a broken envelope", code: "HTTP", serve: says(item(ECHO).slice(0, -9), "500 Oops") },
  {
    name: "a status with words",
    code: "HTTP",
    serve: says("", `401 ${ECHO}`, [`WWW-Authenticate: Basic realm="${ECHO}"`]),
  },
  {
    name: "a redirect that carries them along",
    code: "HTTP",
    serve: says("", "302 Found", [
      `Location: https://${PLANTS.user}:${token}@h/${PLANTS.apiKey}/${encodeURIComponent(PLANTS.password)}/%6d${PLANTS.added.slice(1)}?t=${token}#${token}`,
    ]),
  },
  // FaultError: personal data in the service's texts is shown.
  {
    name: "a fault that repeats the credentials",
    code: "FAULT",
    serve: says(
      envelope(
        fault11(
          `s:${token}`,
          `no: ${CREDENTIALS.join(" ")} ${BASIC}`,
          `<d a="${token}">${CREDENTIALS.map((word) => `<e>${word}</e><${word}/>`).join("")}</d>`,
        ),
      ),
      "500 Oops",
    ),
  },
  {
    name: "a SOAP 1.2 fault that does",
    code: "FAULT",
    options: { soapVersion: "1.2" },
    serve: says(
      envelope(
        fault12("s:Sender", CREDENTIALS.join("\n"), CREDENTIALS.map((word) => `<x>${word}</x>`).join("")),
        "1.2",
      ),
      "500 Oops",
    ),
  },
  {
    name: "a declared fault that does",
    code: "FAULT",
    serve: says(
      envelope(fault11("s:Server", "no shelf", `<NoShelf xmlns="urn:example:shelf"><ShelfId>1</ShelfId></NoShelf>`)),
    ),
  },
  // ResponseError, each reason
  { name: "an entity", code: "RESPONSE", serve: says(item(`&${token};`)) },
  { name: "a processing instruction", code: "RESPONSE", serve: says(item(`<?${token} ${ECHO}?>`)) },
  { name: "a prefix", code: "RESPONSE", serve: says(item(`<${token}:x/>`)) },
  { name: "an attribute twice", code: "RESPONSE", serve: says(item(`<a ${token}="1" ${token}="2"/>`)) },
  { name: "an end tag", code: "RESPONSE", serve: says(item(`<${token}></a>`)) },
  { name: "an end inside", code: "RESPONSE", serve: says(`<s:Envelope xmlns:s="urn:x"><${token}`) },
  {
    name: "another element",
    code: "RESPONSE",
    serve: says(envelope(`<${token} xmlns="urn:${token}">${ECHO}</${token}>`)),
  },
  {
    name: "a header block to be understood",
    code: "RESPONSE",
    serve: says(envelope(books(), "1.1", `<${token} xmlns="urn:${token}" s:mustUnderstand="1">${ECHO}</${token}>`)),
  },
  { name: "a wrong value", code: "RESPONSE", serve: says(item(`<Id>${ECHO}</Id>`)) },
  { name: "a wrong decimal", code: "RESPONSE", serve: says(item(`<Id>1</Id><Title/><Price>${ECHO}</Price>`)) },
  { name: "an unknown element", code: "RESPONSE", serve: says(item(`<${token}/>`)), options: { validation: "strict" } },
  {
    name: "a wrong xsi:type",
    code: "RESPONSE",
    serve: says(
      envelope(books(`<Book xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="${token}"><Id>1</Id></Book>`)),
    ),
  },
  {
    name: "a text that is too long",
    code: "RESPONSE",
    serve: says(item(`<Id>1</Id><Title>${ECHO.repeat(9)}</Title>`)),
    options: { limits: { textLength: 100 } },
  },
  { name: "a name that is too long", code: "RESPONSE", serve: says(item(`<${token}${"x".repeat(2000)}/>`)) },
  {
    name: "another content type",
    code: "RESPONSE",
    serve: (socket) =>
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: text/${token}\r\nContent-Length: ${CREDENTIALS.join(" ").length}\r\n\r\n${CREDENTIALS.join(" ")}`,
      ),
  },
  {
    name: "another encoding",
    code: "RESPONSE",
    serve: (socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=${token}\r\nContent-Length: 4\r\n\r\n<a/>`),
  },
  {
    name: "an encoding in the declaration",
    code: "RESPONSE",
    serve: says(`<?xml version="1.0" encoding="${token}"?><a/>`),
  },
  { name: "another compression", code: "RESPONSE", serve: says(ECHO, "200 OK", [`Content-Encoding: ${token}`]) },
  { name: "a broken compression", code: "RESPONSE", serve: says(ECHO, "200 OK", ["Content-Encoding: gzip"]) },
];
