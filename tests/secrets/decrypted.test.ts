/** What listeners, logs and errors show of a response that the client has decrypted: nothing of its values. */
import { inspect } from "node:util";
import { createServiceSecurity } from "soapwright-features/security";
import { nodeSoap } from "soapwright-node-soap";
import { SandboxFault, startServiceSandbox } from "soapwright-sandbox";
import { shelf } from "soapwright-testing/client/shelf";
import { createSecurity } from "soapwright-testing/security/create-security";
import { pem } from "soapwright-testing/security/keys";
import { atEnd, endAfterEach, open, rejection } from "soapwright-testing/stage/stage";

endAfterEach();

const SECRET = "7319.55";

async function service(): Promise<string> {
  const security = createServiceSecurity({
    verify: { certificates: pem("client.crt") },
    signature: { certificate: pem("service.crt"), key: pem("service.key") },
    decryption: { key: pem("service.key") },
    encryption: { certificate: pem("client.crt") },
  });
  const handlers = {
    getBooks({ ShelfId }: { ShelfId: number }) {
      if (ShelfId === 2) throw new SandboxFault(`The price is ${SECRET}.`);
      return [{ Id: 1, Price: SECRET }];
    },
  };
  const sandbox = await startServiceSandbox({
    services: [{ path: "/shelf", service: shelf, handlers, security }],
  } as unknown as Parameters<typeof startServiceSandbox>[0]);
  atEnd(() => sandbox.close());
  return `${sandbox.url}/shelf`;
}

test("a decrypted value and a decrypted fault are masked for listeners and logs", async () => {
  const shown: unknown[] = [];
  const show = (...values: readonly unknown[]): void => void shown.push(values);
  const client = open({
    endpoint: await service(),
    retries: 0,
    logger: { info: show, warn: show, error: show },
    features: [
      nodeSoap(),
      createSecurity({
        signature: { certificate: pem("client.crt"), key: pem("client.key") },
        encryption: { certificate: pem("service.crt") },
        verify: { certificates: pem("service.crt") },
        decryption: { key: pem("client.key") },
      }),
    ],
  });
  const soap = client.soap;
  // The error of soapError is the one that the caller gets, with the reason of the fault.
  for (const event of ["request", "message", "response"] as const) soap.on(event, show);
  expect(await client.getBooks({ ShelfId: 1 })).toMatchObject([{ Price: SECRET }]);
  const fault = await rejection(client.getBooks({ ShelfId: 2 }));
  expect(fault).toMatchObject({ code: "FAULT" });
  show(soap.lastRequest, soap.lastResponse, soap.lastMessage);
  expect(shown.length).toBeGreaterThan(8);
  expect(inspect(shown, { depth: 6, maxStringLength: null })).not.toContain(SECRET);
});
