import { type Headers, ShelfClient } from "soapwright-testing/client/shelf";
import { type ClientOptions, isConfigurationError } from "../../src";

/** Returns the error of creating a client with these options. */
function made(options: object): unknown {
  try {
    new ShelfClient(options as ClientOptions<Headers>);
    return undefined;
  } catch (error) {
    return error;
  }
}

test("a client without options takes the address of the WSDL", () => {
  expect(made({})).toBeUndefined();
});

test.each([
  ["an empty endpoint", { endpoint: "" }, "endpoint"],
  ["a relative endpoint", { endpoint: "/soap" }, "endpoint"],
  ["javascript:", { endpoint: "javascript:alert(1)" }, "endpoint"],
  ["data:", { endpoint: "data:text/xml,x" }, "endpoint"],
  ["ftp:", { endpoint: "ftp://host/x" }, "endpoint"],
  ["credentials", { endpoint: "https://me:hunter22@host/" }, "endpoint"],
  ["a line break", { endpoint: "https://host/a\r\nb" }, "endpoint"],
  ["a blank", { endpoint: "https://host/a b" }, "endpoint"],
  ["a fragment", { endpoint: "https://host/#x" }, "endpoint"],
  ["no slashes", { endpoint: "https:host/x" }, "endpoint"],
  ["plain http to another machine", { endpoint: "http://service.example/" }, "endpoint"],
  ["a number as endpoint", { endpoint: 5 }, "endpoint"],
  ["an unknown SOAP version", { soapVersion: "1.3" }, "soapVersion"],
  ["an unknown option", { timeOut: 5 }, "timeOut"],
  ["a time-out below zero", { timeoutMs: -1 }, "timeoutMs"],
  ["a time-out of zero", { timeoutMs: 0 }, "timeoutMs"],
  ["an absurd time-out", { timeoutMs: 1e12 }, "timeoutMs"],
  ["NaN", { deadlineMs: Number.NaN }, "deadlineMs"],
  ["a fraction", { retries: 1.5 }, "retries"],
  ["text for a number", { retries: "2" }, "retries"],
  ["no requests a second", { requestsPerSecond: 0 }, "requestsPerSecond"],
  ["no connections", { connections: 0 }, "connections"],
  ["text for a flag", { allowInsecure: "yes" }, "allowInsecure"],
  ["an unknown validation", { validation: "none" }, "validation"],
  ["a header value with a line break", { httpHeaders: { "X-A": "hunter22\r\nX-B: c" } }, "httpHeaders.X-A"],
  ["a header name with a blank", { httpHeaders: { "X A": "b" } }, "httpHeaders"],
  ["a header that SOAP sets", { httpHeaders: { soapAction: "x" } }, "httpHeaders.soapAction"],
  ["headers that are text", { headers: "hunter22" }, "headers"],
  ["namespaces that is no function", { namespaces: "urn:x" }, "namespaces"],
  ["a namespace with a blank", { namespaces: () => "urn: x" }, "namespaces"],
  ["a namespace that is no text", { namespaces: () => undefined }, "namespaces"],
  ["a proxy of another kind", { proxy: "socks5://host:1" }, "proxy"],
  ["a proxy with a path", { proxy: "http://me:hunter22@host/path" }, "proxy"],
  ["a proxy without a host", { proxy: "/path" }, "proxy"],
  ["a certificate that is none", { tls: { cert: "hunter22", key: "hunter22" } }, "tls"],
  ["authorities without a certificate", { tls: { ca: "hunter22" } }, "tls.ca"],
  ["an unknown TLS option", { tls: { rejectUnauthorized: false } }, "rejectUnauthorized"],
])("%s is refused when the client is made", (_what, options, option) => {
  const error = made(options);
  expect(isConfigurationError(error)).toBe(true);
  expect(error).toMatchObject({ option });
  expect((error as Error).message).toContain(option);
  expect((error as Error).message).not.toContain("hunter22");
});

test.each([
  ["loopback over plain http", { endpoint: "http://localhost:1/" }],
  ["loopback by address", { endpoint: "http://127.0.0.2:1/" }],
  ["loopback over IPv6", { endpoint: "http://[::1]:1/" }],
  ["plain http where it is allowed", { endpoint: "http://service.example/", allowInsecure: true }],
  ["a query in the endpoint", { endpoint: "https://service.example/x?y=z" }],
])("%s is taken", (_what, options) => {
  expect(made(options)).toBeUndefined();
});

test("a wrong option of a call rejects it", async () => {
  const client = new ShelfClient({ endpoint: "http://localhost:1/" });
  await expect(client.getBooks({ ShelfId: 1 }, { timeoutMs: -5 })).rejects.toMatchObject({
    code: "CONFIGURATION",
    option: "timeoutMs",
  });
  await expect(client.getBooks({ ShelfId: 1 }, { auth: { user: "x" } })).rejects.toMatchObject({ option: "auth" });
  await client.close();
});
