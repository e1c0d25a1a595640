/** Tests `call/ask` by itself: no entry point shows it whole. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { openService, operationOf } from "soapwright";
import { type MockedService, mockService } from "soapwright-sandbox";
import { ordersWsdl } from "soapwright-testing/commands/orders-wsdl";
import { runCommand } from "soapwright-testing/commands/run-command";
import { questionFor } from "../../src/call/ask";

describe("call", () => {
  const folder = mkdtempSync(join(tmpdir(), "call-"));
  const wsdl = join(folder, "orders.wsdl");
  const orders = [{ Id: "9007199254740993", Total: "12.50", Line: [{ Code: "A", Count: 2 }] }];
  let mock: MockedService;
  let endpoint: string;

  beforeAll(async () => {
    writeFileSync(wsdl, ordersWsdl());
    const running = await mockService(wsdl, { results: { findOrders: orders }, sandbox: { port: 0 } });
    mock = running;
    endpoint = running.url + running.places[0]!.path;
  });
  afterAll(async () => {
    await mock.close();
    rmSync(folder, { recursive: true });
  });

  const run = (words: readonly string[], given?: Parameters<typeof runCommand>[1]) =>
    runCommand(["call", ...words], given);

  const find = (...more: string[]) => run([wsdl, "findOrders", "--endpoint", endpoint, ...more]);

  describe("--validation", () => {
    const ping = '<pingResponse xmlns="urn:orders"><now>yesterday</now></pingResponse>';
    const list =
      '<findOrdersResponse xmlns="urn:orders"><order><Id>1</Id><Total>1,5</Total></order><order><Id>2</Id><Total>2,5</Total></order></findOrdersResponse>';
    let body = ping;
    const server = createServer((request, response) => {
      request.resume().on("end", () => {
        response.setHeader("content-type", "text/xml");
        response.end(
          `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`,
        );
      });
    });
    let url = "";
    beforeAll(async () => {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    });
    afterAll(() => {
      server.close();
      server.closeAllConnections();
    });
    const asked = (...more: string[]) => run([wsdl, "ping", "--endpoint", url, ...more]);
    const place = "Envelope/Body/pingResponse/now";

    test("lenient prints what was read, and where it departs from the contract", async () => {
      const { code, out, err } = await asked("--validation", "lenient", "--format", "table");
      expect([code, out]).toEqual([0, expect.stringContaining("yesterday")]);
      expect(err).toBe(
        `The response departs from its contract at ${place}: "yesterday" was read as the text as it came.\n`,
      );
      const json = await asked("--validation", "lenient", "--format", "json");
      expect(json.out).toContain('"yesterday"');
      expect(JSON.parse(json.err)).toEqual({
        note: { path: place, came: "yesterday", read: "the text as it came", count: 1 },
      });
    });

    test("lenient says where items of a list depart from the contract, after the last of them", async () => {
      body = list;
      const words = ["--customer-id", "7", "--status", "open", "--validation", "lenient"];
      for (const format of ["ndjson", "json", "table"]) {
        const { code, out, err } = await run([wsdl, "findOrders", "--endpoint", url, ...words, "--format", format]);
        expect([code, out]).toEqual([0, expect.stringContaining("2.5")]);
        expect(err.trimEnd().split("\n")).toEqual([
          expect.stringMatching(/Envelope\/Body\/findOrdersResponse\/order\[1\]\/Total.*1,5/),
          expect.stringMatching(/Envelope\/Body\/findOrdersResponse\/order\[2\]\/Total.*2,5/),
        ]);
      }
      body = ping;
    });

    test("standard and strict refuse it", async () => {
      for (const level of ["standard", "strict"]) {
        const { code, err } = await asked("--validation", level);
        expect(code).not.toBe(0);
        expect(err).toContain(place);
        expect(err).toContain("Set --validation lenient to accept it, or tell the owner of the service.");
      }
      expect((await asked("--validation", "none")).err).toContain("--validation");
    });
  });

  test("without an operation, lists the operations with their arguments", async () => {
    const { code, out } = await run([wsdl]);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^findOrders +--customer-id <long> --status <text> \[--line <json>\.\.\.\] \[--until <date>\] +Finds the orders of a customer\.$/m,
    );
    expect(out).toMatch(/^ping$/m);
  });

  test("prints a result as a table, and as exact JSON", async () => {
    expect(await find("--customer-id", "7", "--status", "open")).toEqual({
      code: 0,
      out: expect.stringMatching(/^ *Id +Total +Line[\s\S]*9007199254740993 +12\.50/),
      err: "",
    });
    const { out } = await find("--customer-id=7", "--status=open", "--format", "json");
    expect(JSON.parse(out)).toEqual(orders);
  });

  test("takes nested arguments by dots, lists by repeating, nil, and JSON which options override", async () => {
    for (const words of [
      ["--customer-id", "7", "--status", "open", "--line.0.code", "A", "--line.1.code", "B", "--until.nil"],
      ["--json", "-", "--status", "sent"],
    ]) {
      const { code, err } = await run([wsdl, "findOrders", "--endpoint", endpoint, ...words], {
        input: '{"customerId":"9223372036854775807","line":[{"Code":"A"}],"line":[{"Code":"B","Count":1}]}',
      });
      expect([code, err]).toEqual([0, ""]);
    }
  });

  test("SOAP 1.2, the raw envelope, and the masked exchange", async () => {
    const words = ["--customer-id", "7", "--status", "open"];
    const { out } = await find(...words, "--xml", "--soap-version", "1.2");
    expect(out).toMatch(/^<\?xml|^<\w+:Envelope/);
    expect(out).toContain("http://www.w3.org/2003/05/soap-envelope");
    expect(out).toContain("9007199254740993");
    const { err } = await find(...words, "--verbose");
    expect(err).toMatch(/^> <\?xml.*Envelope[\s\S]*< HTTP 200/);
    expect(err).not.toContain(">7<");
  });

  test("an envelope is as it was received for a pipe, and shows its control characters on a terminal", async () => {
    const server = createServer((_, response) => response.end("<a>\u001b]0;owned\u0007\u009b31m</a>"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const words = [wsdl, "findOrders", "--endpoint", address, "--customer-id", "7", "--status", "open", "--xml"];
    try {
      expect((await run(words)).out).toContain("<a>\u001b]0;owned\u0007\u009b31m</a>");
      const { out } = await run(words, { screen: { columns: 80 } });
      expect(out).toBe("<a>\\u001b]0;owned\\u0007\\u009b31m</a>\n");
    } finally {
      server.close();
    }
  });

  test("header blocks name variables of the environment, as those of gateway and mcp do", async () => {
    const file = join(folder, "blocks.json");
    writeFileSync(file, JSON.stringify({ Session: { Key: "$" + "{KEY_OF_TEST}" } }));
    const words = [wsdl, "findOrders", "--customer-id", "7", "--status", "open", "--soap-headers", file];
    expect((await run(words)).err).toContain("KEY_OF_TEST");
  });

  test("texts of a WSDL show their control characters in help and questions", async () => {
    const path = join(folder, "words.wsdl");
    const evil = "doc&#x9b;31m&#x202e;evil";
    writeFileSync(
      path,
      ordersWsdl().replace("Finds the orders of a customer.", evil).replace("The number of the customer.", evil),
    );
    const { out } = await run([path, "findOrders", "--help"]);
    expect(out.match(/doc\\u009b31m\\u202eevil/g)).toHaveLength(2);
    expect(out).not.toMatch(/[\u009b\u202e]/);
    const place = { key: "id", type: {} } as Parameters<typeof questionFor>[0];
    expect(questionFor(place, "doc\u009b31m\u202eevil")).toMatch(/^id \(\w+\): doc\\u009b31m\\u202eevil$/);
  });

  test("help of an operation has the documentation of the WSDL", async () => {
    const { code, out } = await run([wsdl, "findOrders", "--help"]);
    expect(code).toBe(0);
    expect(out).toContain("Finds the orders of a customer.");
    expect(out).toMatch(/--customer-id <long> +The number of the customer\. Required\./);
    expect(out).toMatch(/--status <text> +One of open, sent\. Required\./);
    expect(out).toContain("--line.0.code <text>");
  });

  test.each<[readonly string[], RegExp, string?]>([
    [["findOrder"], /unknown operation 'findOrder'\. Did you mean findOrders\?/],
    [
      ["findOrders"],
      /required option '--customer-id <long>' not specified; required option '--status <text>' not specified, one of open, sent\./,
    ],
    [["findOrders", "--customer-id", "x"], /option '--customer-id' takes xs:long/],
    [["findOrders", "--custmer-id", "7"], /unknown option '--custmer-id'\. Did you mean --customer-id\?/],
    [["findOrders", "--json", "-"], /--json: standard input holds no JSON: the text is empty\./],
    [
      ["findOrders", "--json", "-"],
      /--json: standard input holds no JSON: "\}" is where a value is expected \(line 2, column 9\)/,
      '{\n  "a": [}',
    ],
    [["findOrders", "--json", "-"], /the text ends too early \(line 1, column 8\)/, '{"a": 1'],
    [["findOrders", "--json", "-"], /findOrders has the unknown property __proto__/, '{"__proto__":{"a":1}}'],
    [["findOrders", "--json", "-"], /a number that may be rounded/, '{"customerId":12345678901234567890}'],
    [["findOrders", "--json", "no.json"], /--json cannot read no\.json/],
    [["findOrders", "--service", "OrderServic"], /unknown service 'OrderServic'\. Did you mean OrderService\?/],
    [["findOrders", "--customer-id", "1", "--status", "open", "--username", "ada"], /--username needs --password-env/],
    [
      ["findOrders", "--customer-id", "1", "--status", "open", "--username", "ada", "--password-env", "NONE"],
      /the environment variable NONE, which --password-env names, is not set/,
    ],
    [["findOrders", "--header", "x"], /required option/],
    [["findOrders", "--xml", "--verbose"], /cannot be used together/],
  ])("%j is wrong usage: %s", async (words, message, ...[input]) => {
    const { code, out, err } = await run([wsdl, ...words], input === undefined ? {} : { input });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(message);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    expect(err).not.toMatch(/ {4}at /);
  });

  test("asks for what is missing, and prints the command that repeats the call", async () => {
    const asked: string[] = [];
    const { code, err } = await run([wsdl, "findOrders", "--endpoint", endpoint], {
      ask: async ({ key }) => {
        asked.push(key);
        return key === "status" ? "open" : "7";
      },
    });
    expect([code, asked]).toEqual([0, ["customerId", "status"]]);
    expect(err).toContain(
      `npx soapwright call ${wsdl} findOrders --endpoint ${endpoint} --customer-id 7 --status open`,
    );
  });

  test("a password goes from the environment to the service, and nowhere else", async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(`${request.headers.authorization} ${request.headers["x-key"]}`);
      response.writeHead(401, { "content-type": "text/html" }).end("<html>Sign in</html>");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const words = [wsdl, "ping", "--endpoint", url, "--username", "ada", "--password-env", "ORDERS_PASSWORD"];
    const environment = { ORDERS_PASSWORD: "s3cret-pass", KEY: "k3y-value" };
    const { code, out, err } = await run([...words, "--header", "X-Key: $" + "{KEY}", "--verbose"], { environment });
    server.close();
    expect(seen[0]).toBe(`Basic ${Buffer.from("ada:s3cret-pass").toString("base64")} k3y-value`);
    expect(code).toBe(6);
    for (const secret of ["s3cret-pass", "k3y-value", Buffer.from("ada:s3cret-pass").toString("base64")])
      expect(out + err).not.toContain(secret);
  });

  test("a service that does not respond is exit code 4", async () => {
    const { code, err } = await run([wsdl, "ping", "--endpoint", "http://127.0.0.1:1/"]);
    expect(code).toBe(4);
    expect(err).toMatch(/^error: .*127\.0\.0\.1/);
  });

  test.each<[string, string | Uint8Array, RegExp, string]>([
    [
      "page.wsdl",
      "<!DOCTYPE html><html><body>Hello</body></html>",
      /page\.wsdl:1:1: error: an HTML page and not XML\. Fetch the document of the address/,
      "document-html",
    ],
    [
      "login.wsdl",
      "<html><form>Password <input type=password></form></html>",
      /login\.wsdl:1:1: error: the HTML page of a login and not XML\. Sign in/,
      "document-login-page",
    ],
    ["empty.wsdl", "", /empty\.wsdl:1:1: error: not XML: the document is empty\. Fetch it again/, "document-empty"],
    [
      "packed.wsdl",
      gzipSync(ordersWsdl()),
      /packed\.wsdl:1:1: error: compressed by gzip and not XML\. Unpack it/,
      "document-gzip",
    ],
    ["cut.wsdl", ordersWsdl().slice(0, 2000), /cut\.wsdl:\d+:\d+/, "not-well-formed"],
    [
      "cut.zip",
      zipSync({ "orders.wsdl": strToU8(ordersWsdl()) }).slice(0, 300),
      /no complete zip file/,
      "zip-unreadable",
    ],
    ["none.zip", zipSync({ "a.xsd": strToU8("<a/>") }), /no file whose name ends with \.wsdl/, "zip-without-wsdl"],
    ["up.zip", zipSync({ "../up.wsdl": strToU8(ordersWsdl()) }), /outside of its own folder/, "zip-outside"],
    [
      "two.zip",
      zipSync({ "a.wsdl": strToU8("<a/>"), "b.wsdl": strToU8("<b/>") }),
      /several WSDLs: a\.wsdl, b\.wsdl/,
      "zip-several",
    ],
    [
      "many.zip",
      zipSync(Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`${at}.xsd`, strToU8("<a/>")]))),
      /holds more than 67108864 bytes or 500 files/,
      "zip-too-large",
    ],
  ])("%s is refused in a sentence", async (name, content, message, reason) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    const { code, err } = await run([path]);
    expect(code).toBe(1);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/ {4}at /);
    const json = await run([path, "--format", "json"]);
    expect(JSON.parse(json.err.split("\n")[0]!)).toMatchObject({ severity: "error", reason });
  });

  test("a zip of files is unpacked into a folder that is removed", async () => {
    const path = join(folder, "orders.zip");
    writeFileSync(path, zipSync({ "a/orders.wsdl": strToU8(ordersWsdl()), "a/readme.txt": strToU8("x") }));
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith("soapwright-"));
    const { code, err } = await run([path, "ping", "--endpoint", endpoint]);
    expect([code, err]).toEqual([0, ""]);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith("soapwright-"))).toEqual(before);
  });

  test("a script opens any service", async () => {
    mkdirSync(join(folder, "script"));
    const client = await openService(wsdl, { endpoint });
    const found = await client.findOrders!({ customerId: 7n, status: "open" });
    expect(found).toEqual([{ Id: 9007199254740993n, Total: "12.50", Line: [{ Code: "A", Count: 2 }] }]);
    const items: unknown[] = [];
    for await (const item of client.findOrdersStream!({
      customerId: 7n,
      status: "open",
    }) as unknown as AsyncIterable<unknown>)
      items.push(item);
    expect(items).toEqual(found);
    expect(operationOf(client, "findOrders").name).toBe("findOrders");
    expect(() => operationOf(client, "findOrder")).toThrow("Did you mean findOrders?");
    await expect(client.findOrders!({ customerId: 7n })).rejects.toThrow(/status/);
    expect(client.contract.operations).toEqual(["findOrders", "ping"]);
    await client.close();
    await expect(openService(wsdl, { service: "OrderServic" })).rejects.toThrow("Did you mean OrderService?");
  });
});
