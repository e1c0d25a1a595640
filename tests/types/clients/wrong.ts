/** Code that must not compile. */

import type { CallOptions } from "soapwright-runtime";
import type { NoHeaders } from "soapwright-runtime/tables";
import { type Call, createEmployeeServiceV3, type EmployeeServiceV3Api, fakeCall } from "../../../src/index";

const client = createEmployeeServiceV3({ baseUrl: "https://service.example" });
const args = { EmployeeId: 1, Period: 1, Year: 2026 };

// @ts-expect-error: auth has the credentials of the version alone
client.addressGetList(args, { auth: { user: "me" } });
// @ts-expect-error: no operation of the service has the header block
client.addressGetList(args, { headers: { Security: { Token: "x" } } });
// @ts-expect-error: the operation has none
export const blocks: CallOptions<NoHeaders> = { headers: { Security: { Token: "x" } } };
// @ts-expect-error: nor does a function return one
export const made: CallOptions<NoHeaders> = { headers: () => ({ Security: { Token: "x" } }) };
// @ts-expect-error: an extra header block is XML
client.addressGetList(args, { extraHeaders: { Security: { Token: "x" } } });
// @ts-expect-error: a name is a namespace and a local name
client.with({ understands: ["Security"] });
// @ts-expect-error: a credential is a text or a function
client.addressGetList(args, { auth: { domain: 5 } });
// @ts-expect-error: where it may go is the first client's
client.with({ allowedOrigins: ["https://other.example"] });
// @ts-expect-error: responses of a call cannot go elsewhere, because of its type
client.addressGetList(args, { replyTo: "https://other.example" });
// @ts-expect-error: there is no such version
client.with({ timeoutMs: "1" });
// @ts-expect-error: connections are shared
client.with({ connections: 5 });
// @ts-expect-error: no credential of this version
client.with({ apiKey: "x" });
// @ts-expect-error: an expiry has a moment
client.with({ token: async () => ({ value: "x" }) });
// @ts-expect-error: a double returns what the method returns
export const double: EmployeeServiceV3Api = { addressGetList: async () => [{ Id: "1" }] };
// @ts-expect-error: all methods are needed
export const none: EmployeeServiceV3Api = {};
// @ts-expect-error: a fake call has the result's type
export const call: Call<number> = fakeCall("text");
// @ts-expect-error: a status is a number
fakeCall(1, { status: "200" });
