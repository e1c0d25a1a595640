/** Responses that depart from their schema, in calls: what is noted, and a feature that repairs what no level reads. */
import { readFileSync } from "node:fs";
import type { Feature, ResponseNote } from "soapwright-runtime";
import { isServiceError } from "soapwright-runtime/errors";
import { book, books, envelope, fault11, NS } from "soapwright-testing/client/shelf";
import { endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";
import type { CallNext } from "../../src/client/interceptors";

endAfterEach();

async function all(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const ask = { ShelfId: 1 };
const odd = envelope(books("<Book><Id>1.0</Id><Title>a b</Title><Price>1,234.50</Price></Book>"));

test("a call notes what lenient validation read, and a plain one notes nothing", async () => {
  let body = odd;
  const server = await serve((socket) => socket.write(answer(body)));
  const seen: (readonly ResponseNote[] | undefined)[] = [];
  const client = open({
    endpoint: server.url,
    validation: "lenient",
    interceptors: [
      (next: CallNext): CallNext =>
        async (call) => {
          const response = await next(call);
          seen.push(response.notes);
          return response;
        },
    ],
  });
  const { result, notes } = await client.getBooks(ask).withResponse();
  expect(result).toEqual([{ Id: 1, Title: "a b", Price: "1234.50" }]);
  const path = "Envelope/Body/Get_BooksResponse/Get_BooksResult/Book[1]";
  expect(notes).toEqual([
    { path: `${path}/Id`, came: "1.0", read: "1", count: 1 },
    { path: `${path}/Price`, came: "1,234.50", read: "1234.50", count: 1 },
  ]);
  expect(seen).toEqual([notes]);
  body = envelope(books(book(1)));
  expect(await client.getBooks(ask).withResponse()).not.toHaveProperty("notes");
});

test("the default refuses it, with the option and what it gives", async () => {
  const server = await serve((socket) => socket.write(answer(odd)));
  const error = await rejection(open({ endpoint: server.url }).getBooks(ask));
  expect(error.message).toMatch(
    /Book\[1\]\/Id: expected xs:int .*\. Lenient validation gives the value that it means\. Set validation: "lenient" to accept it, or tell the owner of the service\.$/,
  );
  expect(isServiceError(error) && error.advice).toEqual([
    { action: "set", option: "validation", value: "lenient" },
    { action: "report" },
  ]);
  expect(error.message).not.toContain("1,234");
});

describe("what comes after a departure decides too", () => {
  const departing = `<Session xmlns="${NS}"><Number>7.0</Number></Session>`;
  const reading = async (text: string, status?: string, options: object = {}) => {
    const server = await serve((socket) => socket.write(answer(text, status)));
    return rejection(open({ endpoint: server.url, retries: 0, ...options }).getBooks(ask));
  };

  test.each([
    ["in the Body", envelope(`${books("<Book><Id>1.0</Id></Book>")}<Other/>`)],
    ["in the Header", envelope(`${books(book(1))}<Other/>`, "1.1", departing)],
  ])("%s: what no level reads is the error", async (_what, text) => {
    for (const validation of ["strict", "standard", "lenient"]) {
      const error = await reading(text, undefined, { validation });
      expect(error.message).toContain("its Body has more than");
      expect(error.message).not.toContain("Lenient validation");
    }
  });

  test("a text that is not well-formed is the error", async () => {
    const error = await reading(odd.replace(/<\/\w+:Body>/, ""));
    expect(error).toMatchObject({ code: "RESPONSE", reason: "xml" });
  });

  test("a fault is the error", async () => {
    const error = await reading(envelope(fault11("Client", "no"), "1.1", departing), "500 X");
    expect(error).toMatchObject({ code: "FAULT" });
  });

  test("alone, it is the error, with what lenient validation gives", async () => {
    const error = await reading(envelope(books(book(1)), "1.1", departing));
    expect(error.message).toMatch(/at Envelope\/Header\/Session\/Number: expected .* Lenient validation gives/);
  });
});

test("a stream stops at a departure with the same advice, and lenient goes on", async () => {
  const server = await serve((socket) => socket.write(answer(odd)));
  const items = async (validation: "standard" | "lenient"): Promise<unknown[]> =>
    all(open({ endpoint: server.url, validation }).getBooksStream(ask));
  expect(await items("lenient")).toMatchObject([{ Id: 1 }]);
  expect((await rejection(items("standard"))).message).toContain('Set validation: "lenient" to accept it');
});

/** The feature of docs/values.md. */
describe("repair a response", () => {
  const page = readFileSync("docs/values.md", "utf8");
  const [, code = ""] = /^```ts\n(?:import .*\n)\nexport const repair: Feature = ([\s\S]*?);\n```$/m.exec(page) ?? [];
  const repair = new Function(`return ${code}`)() as Feature;
  const withNbsp = envelope(books("<Book><Id>1</Id><Title>a&nbsp;b</Title><Price>1</Price></Book>"));

  test("makes a response readable that no level reads", async () => {
    const server = await serve((socket) => socket.write(answer(withNbsp)));
    for (const validation of ["strict", "standard", "lenient"] as const) {
      const plain = open({ endpoint: server.url, validation });
      expect(await rejection(plain.getBooks(ask))).toMatchObject({ code: "RESPONSE", reason: "xml" });
      const client = open({ endpoint: server.url, validation, features: [repair] });
      expect(await client.getBooks(ask)).toMatchObject([{ Title: "a b" }]);
      expect(await all(client.getBooksStream(ask))).toMatchObject([{ Title: "a b" }]);
    }
  });

  test("leaves the limits in place", async () => {
    const server = await serve((socket) => socket.write(answer(withNbsp)));
    const rewritten = (write: (text: string) => string): Feature => ({
      name: "rewrite",
      version: 1,
      kind: "headers",
      open: () => ({ call: () => ({ verify: ({ text }: { text: string }) => write(text) }) }),
    });
    const refused = (feature: Feature, options = {}) =>
      rejection(open({ endpoint: server.url, validation: "lenient", features: [feature], ...options }).getBooks(ask));
    const dtd = rewritten((text) => `<!DOCTYPE x [<!ENTITY nbsp " ">]>${text}`);
    expect(await refused(dtd)).toMatchObject({ code: "RESPONSE", reason: "xml" });
    expect(await refused(repair, { limits: { responseBytes: 100 } })).toMatchObject({
      code: "RESPONSE",
      reason: "limit",
    });
    const deep = rewritten(() => "<a>".repeat(1_000));
    expect(await refused(deep, { limits: { depth: 50 } })).toMatchObject({ code: "RESPONSE", reason: "limit" });
  });
});
