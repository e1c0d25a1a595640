/** HTTP Basic and Digest with Apache httpd and lighttpd in front of a service. `make interop` runs those that are installed. */
import { mockService } from "soapwright";
import { loadModel } from "soapwright/internal";
import { buildTables } from "soapwright-contract";
import { ServiceClient } from "soapwright-runtime";
import type { ServiceNode } from "soapwright-runtime/tables";
import { security as createSecurity } from "soapwright-security";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";
import { removeFolders } from "./folders";
import { apache, lighttpd, type Sign, user } from "./security/http-servers";
import { smallFile } from "./security/small";
import type { ForeignServer } from "./stack";

endAfterEach();
afterAll(removeFolders);

class SmallClient extends ServiceClient {
  constructor(
    private readonly node: ServiceNode,
    endpoint: string,
    { scheme }: Sign,
    password = user.password,
  ) {
    const security = createSecurity({ http: { scheme, username: user.username, password } });
    super(node, { endpoint, retries: 0, features: [security] } as never);
    atEnd(() => this.close({ force: true }));
  }

  get(id: number) {
    return this.call(this.node.operations[0] as never, { Id: id } as never);
  }
}

for (const server of [apache, lighttpd]) {
  describe(server.name, () => {
    if (process.env.INTEROP === undefined || !server.isInstalled()) {
      test(`skipped: ${server.name} is not installed, or this is not make interop`, () => undefined);
      return;
    }
    describe.each(server.signs)("%s", (_what, sign) => {
      let service: ServiceNode;
      let mock: Awaited<ReturnType<typeof mockService>>;
      let running: ForeignServer;
      let endpoint: string;
      beforeAll(async () => {
        service = buildTables((await loadModel(smallFile(), {})).model!)[0]!;
        mock = await mockService(smallFile(), { results: { Get: 49 } });
        running = await server.start(sign, mock.url);
        endpoint = `${running.url}${mock.places[0]!.path}?a=1&b=%22`;
      }, 60_000);
      afterAll(async () => {
        await running?.stop();
        await mock?.close();
      });

      test("lets our client through, one call after another and many at a time", async () => {
        const client = new SmallClient(service, endpoint, sign);
        expect(await client.get(7)).toBe(49);
        expect(await client.get(8)).toBe(49);
        // An expired nonce is replaced, which does not count as a retry.
        if (sign.nonceSeconds !== undefined) await new Promise((settle) => setTimeout(settle, 2_500));
        expect(await Promise.all(Array.from({ length: 10 }, (_, id) => client.get(id)))).toEqual(Array(10).fill(49));
      });

      test("refuses our client with another password, or without one, and the service sees nothing", async () => {
        const before = mock.requestCount;
        for (const password of ["other", ""]) {
          const error = await rejection(new SmallClient(service, endpoint, sign, password).get(7));
          expect(error).toMatchObject({ code: "HTTP", status: 401, kind: "refused" });
          expect(String(error)).not.toContain("other");
        }
        expect(mock.requestCount).toBe(before);
      });
    });
  });
}
