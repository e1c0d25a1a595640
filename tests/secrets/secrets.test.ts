import { execFile } from "node:child_process";
import { join } from "node:path";
import { inspect } from "node:util";
import { isServiceError } from "soapwright-runtime/errors";
import { envelope, fault11, fault12, type ShelfClient } from "soapwright-testing/client/shelf";
import { sampleOf } from "soapwright-testing/stage/slow";
import { atEnd, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer, RawServer } from "soapwright-testing/transport/raw-server";
import { createEmployeeServiceV3, createEmployeeServiceV21, type ServiceError } from "../../src/index";
import { Listening, OF_CLIENTS, OF_ERRORS, print } from "./emitters";
import { FAILURES, type Failure, openPlanted, right, type Stage } from "./failures";
import { plantsIn } from "./plants";

/** No failure of any class shows a credential or personal data, in any output. */
describe("secrets", () => {
  let listening: Listening;
  beforeAll(() => {
    listening = new Listening();
  });
  afterAll(() => listening.stop());

  /** The shown texts by emitter. */
  type Shown = Map<string, string>;

  async function stand({ fail, serve = right, options }: Failure): Promise<{ error: unknown; shown: Shown }> {
    const server = await RawServer.start(serve);
    const clients: ShelfClient[] = [];
    const shown: Shown = new Map();
    const stage: Stage = {
      url: server.url,
      open: (more) => {
        const client = openPlanted(server.url, { logger: listening.logger, ...options, ...more });
        clients.push(client);
        listening.listenTo(client);
        return client;
      },
    };
    let error: unknown;
    try {
      const call = fail === undefined ? stage.open().getBooks({ ShelfId: 1 }) : fail(stage);
      shown.set("inspect of a call that runs", print(call));
      if (call instanceof Promise) call.catch(() => shown.set("inspect of a call that failed", print(call)));
      await call;
    } catch (thrown) {
      error = thrown;
    }
    for (const client of clients) {
      for (const [emitter, show] of Object.entries(OF_CLIENTS)) shown.set(emitter, show(client));
      await client.close({ force: true });
    }
    await server.stop();
    for (const [emitter, text] of await listening.take()) shown.set(emitter, text);
    if (error instanceof Error)
      for (const [emitter, show] of Object.entries(OF_ERRORS)) shown.set(emitter, show(error));
    return { error, shown };
  }

  test.each(FAILURES.map((failure) => [failure.code, failure.name, failure] as const))(
    "%s, %s: nothing planted comes out",
    async (code, _name, failure) => {
      const { error, shown } = await stand(failure);
      if (!isServiceError(error)) throw new Error(`no error of ours: ${inspect(error)}`);
      if (error.operation !== undefined) expect(shown.get("lines of the log")).toContain(error.operation);
      expect(`${error.code} ${error.message}`).toMatch(new RegExp(`^${code} `));
      const leaks = [...shown].flatMap(([emitter, text]) => plantsIn(text).map((plant) => `${plant} in ${emitter}`));
      expect(leaks).toEqual([]);
    },
  );

  test("there is a failure of every class", () => {
    expect([...new Set(FAILURES.map(({ code }) => code))].sort()).toEqual(
      ["ABORTED", "ARGUMENT", "CONFIGURATION", "CONNECTION", "FAULT", "HTTP", "RESPONSE", "TIMEOUT"].sort(),
    );
  });

  /** Returns what a process prints that dies of an uncaught failure, with `NODE_DEBUG` and `DEBUG` for everything. */
  function lastWords(name: string): Promise<string> {
    const register = join(__dirname, "../../packages/soapwright-testing/src/register.cjs");
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        ["-C", "soapwright-source", "-r", register, join(__dirname, "print-process.ts"), name],
        { env: { ...process.env, NODE_OPTIONS: "", NODE_DEBUG: "*", DEBUG: "*" }, timeout: 20_000, maxBuffer: 2 ** 26 },
        (_error, stdout, stderr) => resolve(stdout + stderr),
      );
    });
  }

  test.each(
    sampleOf(
      [
        ["FAULT", "a fault that repeats the credentials"],
        ["CONFIGURATION", "a credential that XML cannot carry"],
        ["ARGUMENT", "a text for a number"],
        ["CONNECTION", "a head that is not HTTP"],
        ["TIMEOUT", "a deadline"],
        ["ABORTED", "a signal"],
        ["HTTP", "a page that repeats the credentials"],
        ["RESPONSE", "another element"],
      ] as const,
      8,
    ),
  )("%s: the print of an unhandled rejection and of every debug log shows nothing planted", async (code, name) => {
    const printed = await lastWords(name);
    expect(printed).toContain(`code: '${code}'`);
    const lines = printed.split("\n");
    expect(lines.filter((line) => plantsIn(line).length > 0)).toEqual([]);
  });
});

/** Credentials are masked wherever the service repeats them, in any encoding. No other text is masked. */
describe("masking", () => {
  endAfterEach();

  /** Returns everything that an error shows, with HTML entities and percent-encoding as they are and decoded. */
  function shown(error: Error): string {
    const causes: unknown[] = [];
    for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) causes.push(cause.stack);
    const text = [
      String(error),
      error.stack,
      JSON.stringify(error),
      JSON.stringify(error, Object.getOwnPropertyNames(error)),
      // The depth and the length of texts are unlimited.
      inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true, maxStringLength: null }),
      ...causes,
      Reflect.get(error, "excerpt"),
    ].join("\n");
    return `${text}\n${resolve(text)}`;
  }

  const NAMED: { readonly [name: string]: string } = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

  /** Decodes a text as a browser or a reader of a URL does. */
  function resolve(text: string): string {
    return text
      .replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
        if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
        return decimal === undefined ? (NAMED[name] ?? whole) : String.fromCodePoint(Number(decimal));
      })
      .replace(/%([0-9a-f]{2})/gi, (_whole, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  }

  const xmlText = (text: string): string => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);

  const TOKEN = "tok-9f31c0ffee";

  describe("a user name that looks like the envelope", () => {
    const users = [
      "team:Body-shop",
      "soap:Body",
      ":Body",
      "<soap:Body>",
      "</soap:Header><soap:Body>",
      "</soap:Envelope>",
      "team &lt;Header&gt;",
      "]]>",
      "<!-- me",
    ];

    test.each(users)("uncovers no token in a fault: %s", async (User) => {
      const echo = xmlText(`${User} may not use ${TOKEN}.`);
      const detail = `<d at="${TOKEN}">${TOKEN}<e>${xmlText(User)}</e></d>`;
      const server = await serve((socket) =>
        socket.write(answer(envelope(fault11("s:Client", echo, detail)), "500 Error")),
      );
      const headers = { Credentials: { User, Secret: TOKEN } };
      const error = await rejection(open({ endpoint: server.url, headers, retries: 0 }).getBooks({ ShelfId: 1 }));
      expect(error).toMatchObject({ code: "FAULT" });
      expect(shown(error)).not.toContain(TOKEN);
      expect(Reflect.get(error, "fault").reason).toBe("*** may not use ***.");
    });

    test.each(users)("uncovers no token in a page: %s", async (User) => {
      const server = await serve((socket) => socket.write(answer(`<html>${User} / ${TOKEN}</html>`, "502 Oops")));
      const headers = { Credentials: { User, Secret: TOKEN } };
      const error = await rejection(open({ endpoint: server.url, headers, retries: 0 }).getBooks({ ShelfId: 1 }));
      expect(error).toMatchObject({ code: "HTTP" });
      expect(shown(error)).not.toContain(TOKEN);
    });

    test("uncovers no token where the order is another", async () => {
      const server = await serve((socket) =>
        socket.write(answer(envelope(fault11("s:Client", `No ${TOKEN}`)), "500 X")),
      );
      const client = open({
        endpoint: server.url,
        headers: { Credentials: { User: TOKEN, Secret: "x:Body>" } },
        retries: 0,
      });
      expect(shown(await rejection(client.getBooks({ ShelfId: 1 })))).not.toContain(TOKEN);
    });
  });

  describe("a token in a page", () => {
    const token = `a<b>&"c'd;9f31`;
    const forms: readonly (readonly [string, (text: string) => string])[] = [
      ["as it is", (text) => text],
      [
        "in named entities",
        (text) =>
          text
            .replace(/&/g, "&amp;")
            .replace(/</g, "&lt;")
            .replace(/>/g, "&gt;")
            .replace(/"/g, "&quot;")
            .replace(/'/g, "&apos;"),
      ],
      [
        "as PHP and ASP.NET escape it",
        (text) =>
          text
            .replace(/&/g, "&amp;")
            .replace(/</g, "&lt;")
            .replace(/>/g, "&gt;")
            .replace(/"/g, "&quot;")
            .replace(/'/g, "&#39;"),
      ],
      ["in decimal references", (text) => text.replace(/[^\w]/g, (c) => `&#${c.charCodeAt(0)};`)],
      ["in hexadecimal references", (text) => text.replace(/[^\w]/g, (c) => `&#x${c.charCodeAt(0).toString(16)};`)],
      [
        "in capital hexadecimal references",
        (text) => text.replace(/[^\w]/g, (c) => `&#X00${c.charCodeAt(0).toString(16).toUpperCase()};`),
      ],
      ["as XML text", (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")],
      ["in percent codes", encodeURIComponent],
      ["all in references", (text) => [...text].map((c) => `&#${c.charCodeAt(0)};`).join("")],
    ];

    test.each(forms)("is masked %s", async (_what, write) => {
      const page = `<html><body>Your token ${write(token)} is not known.</body></html>`;
      const server = await serve((socket) => socket.write(answer(page, "502 Oops")));
      const headers = { Credentials: { User: "someone", Secret: token } };
      const error = await rejection(open({ endpoint: server.url, headers, retries: 0 }).getBooks({ ShelfId: 1 }));
      const { excerpt } = error as ServiceError & { excerpt: string };
      expect(excerpt).toContain("Your token");
      expect(excerpt).toContain("is not known.");
      expect(resolve(excerpt)).not.toContain(token);
      expect(resolve(resolve(excerpt))).not.toContain(token);
      expect(excerpt).not.toContain("9f31");
    });
  });

  describe("the query of an endpoint", () => {
    const KEY = "key-52c0/ü x";
    const query = `?sig=${encodeURIComponent(KEY)}&v=1`;
    const echoes: readonly (readonly [string, string])[] = [
      ["as it was sent", `/service${query}`],
      ["resolved", `/service?sig=${KEY}&v=1`],
      ["by its value", `The signature ${KEY} is not valid.`],
      ["by its value, as it was sent", `The signature ${encodeURIComponent(KEY)} is not valid.`],
    ];

    test.each(echoes)("is masked in a page that repeats it %s", async (_what, echo) => {
      const server = await serve((socket) => socket.write(answer(`<html>Not found: ${echo}</html>`, "404 Not Found")));
      const error = await rejection(open({ endpoint: server.url + query, retries: 0 }).getBooks({ ShelfId: 1 }));
      expect(shown(error)).not.toMatch(/52c0/);
      expect(Reflect.get(error, "excerpt")).toMatch(/Not found/);
    });

    test.each(echoes)("is masked in a fault that repeats it %s", async (_what, echo) => {
      const fault = envelope(fault12("s:Sender", xmlText(echo), `<d>${xmlText(echo)}</d>`), "1.2");
      const server = await serve((socket) => socket.write(answer(fault, "500 Error")));
      const client = open({ endpoint: server.url + query, retries: 0, soapVersion: "1.2" });
      const error = await rejection(client.getBooks({ ShelfId: 1 }));
      expect(error).toMatchObject({ code: "FAULT" });
      expect(shown(error)).not.toMatch(/52c0/);
    });

    test("is masked in a redirect that carries it along", async () => {
      const server = await serve((socket) =>
        socket.write(answer("", "302 Found", [`Location: https://elsewhere.example/login/key-52c0${query}`])),
      );
      const client = open({ endpoint: `${server.url}?sig=key-52c0`, retries: 0 });
      expect(shown(await rejection(client.getBooks({ ShelfId: 1 })))).not.toMatch(/52c0/);
    });

    test("leaves short values and words alone", async () => {
      const server = await serve((socket) =>
        socket.write(answer("<html>Version 1 of it is old.</html>", "404 Not Found")),
      );
      const error = await rejection(open({ endpoint: `${server.url}?v=1`, retries: 0 }).getBooks({ ShelfId: 1 }));
      expect(Reflect.get(error, "excerpt")).toContain("of it is old.");
    });
  });

  describe("what is masked of the employee service's words", () => {
    const args = { EmployeeId: 1, Period: 1, Year: 2026 };
    const baseUrl = "https://service.example";

    async function reasonOf(text: string, credentials: object, version: "v2.1" | "v3", auth?: object): Promise<string> {
      const server = await serve((socket) =>
        socket.write(answer(envelope(fault11("s:Client", xmlText(text))), "500 Error")),
      );
      const options = { baseUrl, endpoint: server.url, retries: 0, ...credentials };
      const call = auth === undefined ? {} : { auth: auth as never };
      if (version === "v3") {
        const client = createEmployeeServiceV3(options as never);
        atEnd(() => client.close({ force: true }));
        const error = await rejection(client.addressGetList(args, call));
        return Reflect.get(error, "fault").reason;
      }
      const client = createEmployeeServiceV21(options as never);
      atEnd(() => client.close({ force: true }));
      const error = await rejection(client.costCenterGetCurrent({ EmployeeId: 1 }, call));
      return Reflect.get(error, "fault").reason;
    }

    test.each([
      ["Employee not found.", "not"],
      ["Employee 1003 was not found in domain acme.", "acme"],
      ["Error: e", "e"],
      ["acme-nl is unknown to acme-nl.", "acme-nl"],
    ])("is not the domain, which is an identifier: %s", async (text, domain) => {
      expect(await reasonOf(text, { domain }, "v3")).toBe(text);
      expect(await reasonOf(text, { domain: () => domain }, "v3")).toBe(text);
      expect(await reasonOf(text, { domain: "other" }, "v3", { domain })).toBe(text);
    });

    test("is user name and token beside a domain", async () => {
      const credentials = { domain: "acme", username: "jansen", token: TOKEN };
      const reason = await reasonOf(`jansen of acme may not use ${TOKEN}.`, credentials, "v3");
      expect(reason).toBe("*** of acme may not use ***.");
    });

    test.each([
      [{ username: "jansen", token: TOKEN }, undefined],
      [
        { username: "x", token: "y" },
        { username: "jansen", token: TOKEN },
      ],
      [{ username: () => "jansen", token: async () => TOKEN }, undefined],
    ])("is user name and token, however they are given: %p", async (credentials, auth) => {
      const reason = await reasonOf(`jansen may not use ${TOKEN}, jansen!`, credentials, "v2.1", auth);
      expect(reason).toBe("*** may not use ***, ***!");
    });

    test.each([
      ["Employee emp has failed.", "emp", "Employee *** has failed."],
      ["Annual report of ann: 5 of annex.", "ann", "Annual report of ***: 5 of annex."],
      ["No such employee number.", "number", "No such employee ***."],
      ["The foundation was not found.", "found", "The foundation was not ***."],
      ["sessions, session, mysession", "session", "sessions, ***, mysession"],
      ["administration by administrator", "administrator", "administration by ***"],
      ["élan and lan", "lan", "élan and ***"],
    ])("is a whole value, never a part of a word: %s", async (text, username, want) => {
      expect(await reasonOf(text, { username, token: TOKEN }, "v2.1")).toBe(want);
    });
  });

  test("what is found in the response's structure is not searched for in the envelope: an argument is no secret", async () => {
    const server = await serve((socket) =>
      socket.write(answer(envelope(fault11("s:Client", "Shelf 4711 has no Harry Potter.")), "500 Error")),
    );
    const client = open({ endpoint: server.url, retries: 0, headers: { Credentials: { User: "me", Secret: TOKEN } } });
    const error = await rejection(client.addBook({ Book: { Id: 4711, Title: "Harry Potter", Price: "1" } }));
    expect(Reflect.get(error, "fault").reason).toBe("Shelf 4711 has no Harry Potter.");
  });
});
