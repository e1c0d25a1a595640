/** The ways in which a service's code and its tests use a client. This file is compiled and never run. */

import { jest as globals } from "@jest/globals";
import { addressing, repliesElsewhere } from "soapwright-features";
import type { Expiring, HttpHeaders, ServiceClient } from "soapwright-runtime";
import { EmployeeServiceV3 as OfVersion } from "../../../generated/v3/index";
import {
  type Call,
  ConfigurationError,
  type Credential,
  createEmployeeServiceV3,
  createEmployeeServiceV21,
  type EmployeeAddress,
  EmployeeServiceV3,
  type EmployeeServiceV3Api,
  type EmployeeServiceV3Options,
  type EmployeeServiceV3StreamApi,
  type EmployeeServiceV21Api,
  fakeCall,
} from "../../../src/index";

/** A class is an injection token by its value. */
export const providers = [EmployeeServiceV3, OfVersion].map((provide) => ({
  provide,
  useFactory: (): EmployeeServiceV3 => createEmployeeServiceV3({ baseUrl: "https://service.example" }),
}));

const address: EmployeeAddress = { Id: 1, Default: true, Type: "HomeAddress" };

/** The part of the interface that the code needs. The service may have any number of other operations. */
type Addresses = Pick<EmployeeServiceV3Api, "addressGetList">;
type AddressStreams = Pick<EmployeeServiceV3StreamApi, "addressGetListStream">;
type CostCenters = Pick<EmployeeServiceV21Api, "costCenterGetCurrent">;

/** Code with the interface as a parameter accepts a client, a plain object and a mock of jest. */
declare function use(api: Addresses, streams?: AddressStreams): Promise<void>;
declare function useWhole(api: EmployeeServiceV3Api, streams: EmployeeServiceV3StreamApi): Promise<void>;

export async function doubles(): Promise<void> {
  const plain: Addresses = { addressGetList: async () => [address] };
  const streams: AddressStreams = {
    async *addressGetListStream() {
      yield address;
    },
  };
  await use(plain, streams);

  const mocked: jest.Mocked<Addresses> = { addressGetList: jest.fn() };
  mocked.addressGetList.mockResolvedValue([address]);
  mocked.addressGetList.mockRejectedValueOnce(new ConfigurationError("no", { option: "domain" }));
  await use(mocked);

  const imported: globals.Mocked<Addresses> = {
    addressGetList: globals.fn<EmployeeServiceV3Api["addressGetList"]>(),
  };
  imported.addressGetList.mockResolvedValue([address]);
  await use(imported);

  const client = createEmployeeServiceV3({ baseUrl: "https://service.example", domain: "acme" });
  await use(client, client);
  await useWhole(client, client);
  jest.spyOn(client, "addressGetList").mockReturnValue(fakeCall([address]));
  jest.spyOn(client, "addressGetList").mockReturnValue(fakeCall(new ConfigurationError("no", { option: "domain" })));
  const v21: CostCenters = { costCenterGetCurrent: async () => [] };
  await v21.costCenterGetCurrent({ EmployeeId: 1 }, { timeoutMs: 5 });
}

export async function fakes(): Promise<void> {
  const call: Call<EmployeeAddress[]> = fakeCall([address], { status: 200, headers: { "X-Request-Id": "1" } });
  const failed: Call<EmployeeAddress[]> = fakeCall(new Error("x"));
  const { result, http } = await call.withResponse();
  const first: EmployeeAddress | undefined = result[0];
  const nothing: Call<void> = fakeCall(undefined, { attempts: 2, elapsedMs: 5 });
  console.log(first, http.status, failed, nothing);
}

/** Uses `client.with()` for tenants. */
export async function tenants(options: EmployeeServiceV3Options): Promise<void> {
  const client = createEmployeeServiceV3(options);
  const rotating: Credential = async ({ operation, signal, attempt }) => {
    const response = await fetch(`https://tokens.example/${operation}?${attempt}`, { signal });
    const token: Expiring<string> = { value: await response.text(), expiresAt: new Date() };
    return token;
  };
  const tenant: EmployeeServiceV3 = client.with({ domain: "acme", token: rotating, timeoutMs: 5_000 });
  // Responses go to another address, so the calls return nothing.
  const sending = repliesElsewhere(
    new EmployeeServiceV3({ features: [addressing({ addressing: "1.0" })] }),
    "https://mine.example/",
  );
  const elsewhere: Call<undefined> = sending.addressGetList({ EmployeeId: 1, Period: 1, Year: 2026 });
  void elsewhere;
  const gateway = tenant.with({
    httpHeaders: async ({ signal }): Promise<Expiring<HttpHeaders>> => {
      signal.throwIfAborted();
      return { value: { Authorization: "Bearer x" }, expiresAt: Date.now() + 60_000 };
    },
    signal: undefined,
  });
  const args = { EmployeeId: 1, Period: 1, Year: 2026 };
  await gateway.addressGetList(args, { auth: { domain: "acme" } });
  await gateway.addressGetList(args, { auth: { token: () => "t" }, httpHeaders: { "X-A": "b" } });
  await createEmployeeServiceV21({ baseUrl: "https://service.example", username: "me" }).with({ token: "t" }).close();
  closeAll([client, tenant]);
}

/** Closes clients of any service. */
function closeAll(clients: readonly ServiceClient[]): void {
  for (const client of clients) void client.close();
}

/** Passes options that may be undefined, as code with exactOptionalPropertyTypes does. */
export async function optional(signal: AbortSignal | undefined, timeoutMs: number | undefined): Promise<void> {
  const client = createEmployeeServiceV3({
    baseUrl: "https://service.example",
    domain: undefined,
    timeoutMs,
    connections: undefined,
    tls: { ca: undefined },
    endpoint: undefined,
    namespace: undefined,
  });
  const call = { signal, timeoutMs, auth: undefined, headers: undefined, httpHeaders: undefined };
  await client.addressGetList({ EmployeeId: 1, Period: 1, Year: 2026 }, call);
  await client.with({ ...call, domain: undefined }).close({ force: undefined });
}
