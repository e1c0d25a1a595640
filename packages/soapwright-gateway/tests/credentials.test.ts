/** The function that knows callers: when it is asked, what it gets, and whose its mistakes are. */
import { once } from "node:events";
import type { GatewayOptions } from "soapwright-gateway";
import { connected, startBackend, until } from "./backend";
import { type Stage, startStage } from "./parcels";

type Credentials = NonNullable<GatewayOptions["credentials"]>;

test("credentials are asked for before the body is read, and are the first refusal", async () => {
  const bodies: unknown[] = [];
  const credentials: Credentials = (request) => {
    bodies.push(request.body);
    return undefined;
  };
  const stage = await startStage({ credentials });
  for (const body of ['{"Parcel":', `{"Line":[${"1,".repeat(100_000)}1]}`, '{"Unknown":1}']) {
    const { status, text } = await stage.post("bookParcel", body);
    expect([status, text.length < 1_000]).toEqual([401, true]);
  }
  expect((await stage.ask("/parcels/getParcel?Unknown=1")).status).toBe(401);
  expect(bodies).toEqual([undefined, undefined, undefined, undefined]);
  await stage.close();
});

test("no byte of a body is needed for the refusal", async () => {
  const stage = await startStage({ credentials: () => undefined });
  const socket = await connected(stage.gateway.url);
  socket.write(
    "POST /parcels/countParcels HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n",
  );
  const [data] = (await once(socket, "data")) as [Buffer];
  expect(data.toString()).toMatch(/^HTTP\/1\.1 401 /);
  socket.destroy();
  await stage.close();
});

describe("credentials that do not settle", () => {
  test("are a 504 after the time of a call, of which the log has a line", async () => {
    const errors: unknown[] = [];
    let signal: AbortSignal | undefined;
    const stage = await startStage({
      limits: { callTimeoutMs: 50 },
      credentials: (_request, context) => {
        signal = context.signal;
        return new Promise(() => {});
      },
      onError: (error) => void errors.push(String(error)),
    });
    const { status, json } = await stage.post("countParcels", {});
    expect([status, json]).toEqual([504, expect.objectContaining({ operation: "CountParcels" })]);
    expect(signal!.aborted).toBe(true);
    expect(errors).toEqual([expect.stringContaining("credentials")]);
    expect((await stage.ask("/ready")).json).toMatchObject({ callers: 0 });
    await stage.close();
  });

  test("have the client's deadlineMs without another limit", async () => {
    const stage = await startStage(
      { credentials: () => new Promise(() => {}), onError() {} },
      {},
      { timeoutMs: 50, deadlineMs: 50 },
    );
    expect((await stage.post("countParcels", {})).status).toBe(504);
    await stage.close();
  });

  test("hear of a caller that leaves, who counts no longer", async () => {
    const signals: AbortSignal[] = [];
    const stage = await startStage({
      credentials: (_request, { signal }) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    });
    const socket = await connected(stage.gateway.url);
    socket.write("GET /parcels/getParcel?Id=1 HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(3));
    await until(() => signals.length === 3);
    socket.destroy();
    await until(() => signals.every(({ aborted }) => aborted));
    expect((await stage.ask("/ready")).json).toMatchObject({ callers: 0 });
    await stage.close();
  });
});

test("the time of a call is that of its credentials and of the service together", async () => {
  const backend = await startBackend(() => {}, {
    limits: { callTimeoutMs: 200 },
    onError() {},
    credentials: async (_request, { signal }) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return signal.aborted ? undefined : {};
    },
  });
  expect((await backend.post("countParcels")).status).toBe(504);
  await backend.close();
});

describe("a mistake in what credentials returns", () => {
  let stage: Stage;
  let returned: unknown;
  let errors: unknown[];
  const credentials = (() => (typeof returned === "function" ? (returned() as unknown) : returned)) as Credentials;
  beforeAll(async () => {
    stage = await startStage({
      credentials,
      onError: (error) => void errors.push(error),
    });
  });
  afterAll(() => stage.close());
  beforeEach(() => {
    errors = [];
  });

  test.each([
    ["an unknown option", { usernam: "ada" }, "credentials-unusable"],
    ["an unknown header block", { headers: { Sesion: { Key: "x" } } }, "credentials-unusable"],
    ["a number for a text", { httpHeaders: { "x-a": 5 } }, "credentials-unusable"],
    ["undefined for a text", { httpHeaders: { "x-a": undefined } }, "credentials-unusable"],
    ["a number that is none", { timeoutMs: Number.NaN }, "credentials-unusable"],
    ["a text for options", "ada", "credentials-unusable"],
    ["null", null, "credentials-unusable"],
    ["a list", [], "credentials-unusable"],
    [
      "a function that throws",
      () => {
        throw new TypeError("slip");
      },
      undefined,
    ],
    ["a slip beside a text of the caller", { httpHeaders: { "x-a": "fine" }, timeoutMs: "5" }, "credentials-unusable"],
  ])("is the developer's, and in the log: %s", async (_name, value, reason) => {
    returned = value;
    const { status, text } = await stage.post("countParcels", {});
    expect(status).toBe(500);
    expect(text).not.toMatch(/ada|slip|usernam/);
    expect(errors.map((error) => Reflect.get(Object(error), "reason"))).toEqual([reason]);
  });

  test.each([
    ["of a header", { httpHeaders: { "x-a": "a\nb" } }],
    ["of a header whose name has a dot", { httpHeaders: { "x.a": "a\nb", "x.b": "fine" } }],
  ])("is the caller's, if another text would do: that %s", async (_name, value) => {
    returned = value;
    expect((await stage.post("countParcels", {})).status).toBe(401);
    expect(errors).toEqual([]);
  });

  test("is no mistake in the arguments of the request, if a call of the function has one", async () => {
    returned = () => stage.client.getParcel!({ Idd: 1 });
    const { status, json } = await stage.post("countParcels", {});
    expect([status, json]).toEqual([500, expect.not.objectContaining({ errors: expect.anything() })]);
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringContaining("credentials failed") as string }),
    ]);
  });
});
