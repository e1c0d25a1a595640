/** Makes calls over `fetchTransport()`, with one of the tools that users mock it with. */
import { gzipSync } from "node:zlib";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import nock from "nock";
import { isServiceError } from "soapwright-runtime/errors";
import { type FetchFunction, fetchTransport } from "soapwright-runtime/fetch";
import { book, books, envelope, fault11, ShelfClient } from "soapwright-testing/client/shelf";
import { answerParent } from "soapwright-testing/stage/child";
import { MockAgent, fetch as undiciFetch } from "undici";

export type Tool = "MSW" | "nock" | "MockAgent";

export interface MockTask {
  readonly tool: Tool;
}

/** The outcome of each call: ids of books, or code, status and number of requests. */
export interface MockReport {
  readonly ends: { readonly [what: string]: string };
  /** The requests that the tool has received. */
  readonly seen: readonly { readonly soapAction: string; readonly body: string }[];
}

const ORIGIN = "https://shelf.example";
const xml = { "Content-Type": "text/xml; charset=utf-8" };
const list = envelope(books(book(1), book(2)));

interface Reply {
  readonly status: number;
  readonly body: string | Buffer;
  readonly headers: { readonly [name: string]: string };
}

/** The replies, in the order of the requests. An error is one of the network. */
const REPLIES: readonly (readonly [string, Reply | "error"])[] = [
  ["a list", { status: 200, body: list, headers: xml }],
  ["a stream", { status: 200, body: list, headers: xml }],
  ["a compressed list", { status: 200, body: gzipSync(list), headers: { ...xml, "Content-Encoding": "gzip" } }],
  ["a fault", { status: 500, body: envelope(fault11("s:Client", "No such shelf.")), headers: xml }],
  ["a redirect", { status: 302, body: "", headers: { Location: "https://elsewhere.example/" } }],
  ["a refusal", { status: 401, body: "", headers: xml }],
  ["an empty response", { status: 202, body: "", headers: {} }],
  ["an error of the network", "error"],
];

type Note = (soapAction: string, body: string) => void;

/** Sets up `tool` with the replies. Returns the function to send with, if it is not the global `fetch`. */
function mock(tool: Tool, note: Note): FetchFunction | undefined {
  if (tool === "nock") return mockByNock(note);
  if (tool === "MockAgent") return mockByAgent(note);
  const replies = [...REPLIES];
  const server = setupServer(
    http.post(`${ORIGIN}/soap`, async ({ request }) => {
      note(request.headers.get("soapaction") ?? "", await request.text());
      const [, reply = "error"] = replies.shift() ?? [];
      if (reply === "error") return HttpResponse.error();
      const { status, headers, body } = reply;
      return new HttpResponse(body === "" ? null : new Uint8Array(Buffer.from(body)), { status, headers });
    }),
  );
  server.listen({ onUnhandledRequest: "error" });
  return undefined;
}

function mockByNock(note: Note): undefined {
  nock.disableNetConnect();
  for (const [, reply] of REPLIES) {
    const request = nock(ORIGIN).post("/soap");
    if (reply === "error") request.replyWithError("the line is dead");
    else {
      request.reply(function (_path, body) {
        note(String(this.req.headers.soapaction), String(body));
        return [reply.status, reply.body, { ...reply.headers }];
      });
    }
  }
  return undefined;
}

function mockByAgent(note: Note): FetchFunction {
  const agent = new MockAgent();
  agent.disableNetConnect();
  const pool = agent.get(ORIGIN);
  for (const [, reply] of REPLIES) {
    const request = pool.intercept({ path: "/soap", method: "POST" });
    if (reply === "error") request.replyWithError(new Error("the line is dead"));
    else {
      request.reply(({ headers, body }) => {
        note(
          new Headers(headers as Record<string, string>).get("soapaction") ?? "",
          Buffer.from(body as never).toString(),
        );
        return { statusCode: reply.status, data: reply.body, responseOptions: { headers: reply.headers } };
      });
    }
  }
  return ((url, init) => undiciFetch(url as string, { ...init, dispatcher: agent } as never)) as FetchFunction;
}

answerParent<MockTask, MockReport>(async ({ tool }) => {
  const seen: { soapAction: string; body: string }[] = [];
  const send = mock(tool, (soapAction, body) => seen.push({ soapAction, body }));
  const options: object = { endpoint: `${ORIGIN}/soap`, transport: fetchTransport({ fetch: send }), retries: 0 };
  const ends: { [what: string]: string } = {};
  const client = new ShelfClient(options);
  for (const [what] of REPLIES) {
    try {
      if (what === "an empty response") ends[what] = String(await client.touch({}));
      else if (what === "a stream") {
        const ids: number[] = [];
        for await (const { Id } of client.getBooksStream({ ShelfId: 1 })) ids.push(Id);
        ends[what] = ids.join();
      } else ends[what] = (await client.getBooks({ ShelfId: 1 })).map(({ Id }) => Id).join();
    } catch (error) {
      ends[what] = isServiceError(error)
        ? [error.code, Reflect.get(error, "status") ?? Reflect.get(error, "httpStatus"), error.attempts].join(" ")
        : String(error);
    }
  }
  await client.close();
  setTimeout(() => process.exit(0), 50);
  return { ends, seen };
});
