/** The sandbox as a service that insists: UsernameTokens, signatures both ways, replays. */

import { startServiceSandbox } from "../../src/sandbox";
import { createSecurity, createServiceSecurity, type ServiceSecurityOptions } from "../../src/security";
import { shelf } from "../client/shelf";
import { atEnd, callOptions, endAfterEach, open, rejection } from "../stage/stage";
import { pem } from "./keys";

endAfterEach();

async function service(options: ServiceSecurityOptions) {
  const handlers = { getBooks: ({ ShelfId }: { ShelfId: number }) => [{ Id: ShelfId, Price: "1.00" }] };
  const security = createServiceSecurity(options);
  const sandbox = await startServiceSandbox({
    services: [{ path: "/shelf", service: shelf, handlers, security }],
  } as unknown as Parameters<typeof startServiceSandbox>[0]);
  atEnd(() => sandbox.close());
  return { sandbox, url: `${sandbox.url}/shelf` };
}

const token = (more: object = {}) => ({ username: "ada", password: "p<&>\u00e9", ...more });
const users = { ada: "p<&>\u00e9" };

test.each(["text", "digest"])("takes a UsernameToken with a %s, and no wrong one", async (passwordType) => {
  const { url } = await service({ users });
  const client = open({ endpoint: url, retries: 0 });
  const call = (usernameToken: object) =>
    client.getBooks({ ShelfId: 3 }, callOptions({ security: createSecurity({ usernameToken } as never) }));
  expect(await call(token({ passwordType }))).toMatchObject([{ Id: 3 }]);
  for (const wrong of [
    token({ passwordType, password: "no" }),
    token({ passwordType, username: "eve" }),
    token({ username: "__proto__" }),
  ]) {
    const error = await rejection(call(wrong));
    expect(error).toMatchObject({ code: "FAULT" });
    expect(error.message).toMatch(/could not be authenticated/);
  }
  expect(await rejection(client.getBooks({ ShelfId: 3 }))).toMatchObject({ code: "FAULT" });
});

test("refuses a request that is sent again, and one that is not fresh", async () => {
  const { url, sandbox } = await service({ users });
  const client = open({
    endpoint: url,
    retries: 0,
    security: createSecurity({ usernameToken: token({ passwordType: "digest" }) as never }),
  });
  await client.getBooks({ ShelfId: 1 });
  const [first] = sandbox.requests;
  const send = (body: string) =>
    fetch(url, {
      method: "POST",
      body,
      headers: { "content-type": "text/xml", soapaction: String(first!.headers.soapaction) },
    });
  for (const body of [first!.body, first!.body, first!.body.replace("<soap:Body>", "<soap:Body >")]) {
    expect(await (await send(body)).text()).toMatch(/nonce was used before/);
  }
  const old = first!.body.replace(/Created>[^<]*/, "Created>2020-01-01T00:00:00Z");
  expect(await (await send(old)).text()).toMatch(/wrong|fresh/);
  const twice = first!.body.replace(/<wsse:UsernameToken [\s\S]*<\/wsse:UsernameToken>/, (one) => one + one);
  expect(await (await send(twice)).text()).toMatch(/there is no UsernameToken/);
});

test("verifies signed requests and signs its responses, faults too", async () => {
  const { url } = await service({
    users,
    verify: { certificates: pem("client.crt") },
    signature: { certificate: pem("service.crt"), key: pem("service.key") },
  });
  const security = (name: string) =>
    createSecurity({
      usernameToken: token({ passwordType: "digest" }) as never,
      signature: { certificate: pem(`${name}.crt`), key: pem(`${name}.key`) },
      verify: { certificates: pem("service.crt") },
    });
  for (const soapVersion of ["1.1", "1.2"]) {
    const client = open({ endpoint: url, retries: 0, soapVersion, security: security("client") });
    expect(await client.getBooks({ ShelfId: 5 })).toMatchObject([{ Id: 5 }]);
    const refused = await rejection(client.getBooks({ ShelfId: 5 }, callOptions({ security: security("other") })));
    expect(refused).toMatchObject({ code: "FAULT" });
    expect(refused.message).toMatch(/The request was not accepted: its signature/);
  }
});

test.each([{}, { users: 1 }, { user: {} }, { verify: {} }, { signature: {} }])(
  "%j is a ConfigurationError",
  (given) => {
    expect(() => createServiceSecurity(given as never)).toThrow(expect.objectContaining({ code: "CONFIGURATION" }));
  },
);
