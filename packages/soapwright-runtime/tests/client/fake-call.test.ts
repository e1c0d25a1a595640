import { ConfigurationError, createEmployeeServiceV3, type EmployeeAddress, fakeCall } from "employee-service-client";
import { Call } from "../../src";

const address: EmployeeAddress = { Id: 1, Default: true, Type: "HomeAddress" };

test("a fake call is a Call, and comes to its value", async () => {
  const call = fakeCall([address]);
  expect(call).toBeInstanceOf(Call);
  expect(call).toBeInstanceOf(Promise);
  expect(await call).toEqual([address]);
  expect(await call.withResponse()).toEqual({
    result: [address],
    http: { status: 200, headers: {}, attempts: 1, elapsedMs: 0 },
    headers: {},
  });
});

test.each([undefined, null, 0, "", false])("%p is a value too", async (value) => {
  expect(await fakeCall(value)).toBe(value);
  expect((await fakeCall(value).withResponse()).result).toBe(value);
});

test("what came back beside it is what was given, names of headers in lower case", async () => {
  const http = { status: 202, headers: { "X-Request-Id": "r-1" }, attempts: 3, elapsedMs: 12 };
  const response = await fakeCall(1, http, { Session: { Number: 5 } }).withResponse();
  expect(response.http).toEqual({ ...http, headers: { "x-request-id": "r-1" } });
  expect(response.headers).toEqual({ Session: { Number: 5 } });
});

test("an error rejects the call, its response, and what is chained to it", async () => {
  const error = new ConfigurationError("No.", { option: "domain" });
  await expect(fakeCall(error)).rejects.toBe(error);
  await expect(fakeCall(error).withResponse()).rejects.toBe(error);
  await expect(fakeCall(error).then((value) => value)).rejects.toBe(error);
  await expect(fakeCall(new TypeError("x"))).rejects.toThrow(TypeError);
  let isOver = false;
  await fakeCall(error)
    .finally(() => {
      isOver = true;
    })
    .catch(() => {});
  expect(isOver).toBe(true);
});

test("one that rejects before anyone looks at it is no unhandled rejection", async () => {
  const unhandled: unknown[] = [];
  const listen = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", listen);
  try {
    const call = fakeCall(new Error("later"));
    await new Promise((resolve) => setTimeout(resolve, 10));
    await expect(call).rejects.toThrow("later");
  } finally {
    process.off("unhandledRejection", listen);
  }
  expect(unhandled).toEqual([]);
});

test("a spy on a client returns it, also for clients of with", async () => {
  const client = createEmployeeServiceV3({ baseUrl: "https://service.example" });
  const spy = jest.spyOn(client, "addressGetList").mockReturnValue(fakeCall([address], { attempts: 2 }));
  const args = { EmployeeId: 1, Period: 1, Year: 2026 };
  expect(await client.addressGetList(args)).toEqual([address]);
  const { http } = await client.with({ domain: "acme" }).addressGetList(args).withResponse();
  expect(http.attempts).toBe(2);
  expect(spy).toHaveBeenCalledTimes(2);
});
