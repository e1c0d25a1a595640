/** Users' declarations about their service: which operations are safe, and which kind its errors have. */

import { book, envelope, fault11, NS, type ShelfClient } from "soapwright-testing/client/shelf";
import { bookList } from "soapwright-testing/stage/responses";
import { callOptions, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer, type RawHandler } from "soapwright-testing/transport/raw-server";
import { type ErrorKind, isAuthenticationError, isServiceError, type ServiceError } from "../../src";

endAfterEach();

const added = envelope(`<Add_BookResponse xmlns="${NS}"><Add_BookResult>1</Add_BookResult></Add_BookResponse>`);
const busyOnce: RawHandler = (socket, { number }) =>
  socket.write(number === 1 ? answer("", "503 Busy") : answer(added));
const args = { Book: { Id: 1, Price: "1" } };
const add = (client: ShelfClient, options = {}) => client.addBook(args, callOptions(options));

async function clientOf(handler: RawHandler, options: object = {}): Promise<ShelfClient> {
  return open({ endpoint: (await serve(handler)).url, retryDelayMs: 1, ...options });
}

describe("a call that the WSDL does not mark as safe", () => {
  test("is not repeated after it may have reached the service", async () => {
    expect(await rejection(add(await clientOf(busyOnce)))).toMatchObject({ status: 503, attempts: 1 });
  });

  test.each([
    ["safe on the call", {}, { safe: true }],
    ["its name in safeOperations", { safeOperations: ["Add_Book"] }, {}],
    ["its method in safeOperations", { safeOperations: ["addBook"] }, {}],
  ])("is repeated with %s", async (_what, options, ofCall) => {
    expect(await add(await clientOf(busyOnce, options), ofCall)).toBe(1);
  });

  test("is repeated by a client of with({ safe: true })", async () => {
    const client = await clientOf(busyOnce);
    expect(await add(client.with({ safe: true }) as ShelfClient)).toBe(1);
  });
});

test("safe: false keeps a call from being repeated whatever the WSDL says", async () => {
  const client = await clientOf((socket, { number }) =>
    socket.write(number === 1 ? answer("", "503 Busy") : bookList(book(1))),
  );
  expect(await rejection(client.getBooks({ ShelfId: 1 }, callOptions({ safe: false })))).toMatchObject({ attempts: 1 });
});

test("a name that no operation has is refused, with the one that may be meant", () => {
  expect(() => open({ endpoint: "https://shelf.example/", safeOperations: ["Ad_Book"] })).toThrow(
    "safeOperations[0] is not an operation of the service (did you mean Add_Book?).",
  );
});

describe("errorKind", () => {
  const saying: RawHandler = (socket) => socket.write(answer(envelope(fault11("s:E17", "No such book")), "500 X"));
  const failed = async (errorKind: (error: ServiceError) => unknown): Promise<ServiceError> => {
    const error = await rejection((await clientOf(saying, { errorKind })).getBooks({ ShelfId: 1 }));
    if (!isServiceError(error)) throw error;
    return error;
  };

  test("says what an error means, before anything is decided by it", async () => {
    const error = await failed(() => "not-found" satisfies ErrorKind);
    expect(error).toMatchObject({ code: "FAULT", kind: "not-found" });
  });

  test("brings the advice of that kind", async () => {
    const error = await failed(() => "refused" satisfies ErrorKind);
    expect(isAuthenticationError(error)).toBe(true);
    expect(error.advice).toContainEqual({ action: "check", option: "auth" });
  });

  test("leaves the kind with undefined", async () => {
    expect(await failed(() => undefined)).toMatchObject({ kind: "rejected" });
  });

  test("that returns no kind is a wrong option", async () => {
    expect(await failed(() => "nonsense")).toMatchObject({ code: "CONFIGURATION", option: "errorKind" });
  });

  test("that throws is reported as the user's own failure", async () => {
    const mine = new RangeError("mine");
    const throwing = (): never => {
      throw mine;
    };
    expect(await failed(throwing)).toMatchObject({ code: "CONFIGURATION", cause: mine });
  });

  test("has refused credentials asked for anew", async () => {
    const asked: number[] = [];
    const client = await clientOf(
      (socket, { number }) =>
        socket.write(number === 1 ? answer(envelope(fault11("s:E17", "x")), "500 X") : bookList(book(1))),
      {
        errorKind: () => "refused",
        httpHeaders: ({ attempt }: { attempt: number }) => {
          asked.push(attempt);
          return { value: { authorization: "Bearer x" }, expiresAt: Number.POSITIVE_INFINITY };
        },
      },
    );
    await client.getBooks({ ShelfId: 1 });
    expect(asked).toEqual([1, 2]);
  });
});
