/** Tests `wsdl/security-needs` by itself: no entry point shows it whole. */
import { security as createSecurity } from "soapwright-features/security";
import { nodeSoap } from "soapwright-node-soap";
import { checkPolicy } from "soapwright-runtime/codecs";
import { book, ShelfClient, shelf } from "soapwright-testing/client/shelf";
import { bookList } from "soapwright-testing/stage/responses";
import { atEnd, endAfterEach, rejection, serve } from "soapwright-testing/stage/stage";
import { SECURITY_NEEDS } from "../../src/wsdl/security-needs";

endAfterEach();

type Asked = readonly (readonly string[])[];

/** Returns a client of the shelf whose port has a policy. */
async function client(alternatives: Asked, options: object = {}, operations?: { [name: string]: Asked }) {
  const server = await serve((socket) => socket.write(bookList(book(1))));
  const ports = shelf.ports.map((port) => ({
    ...port,
    policy: { alternatives, ...(operations && { operations }), needs: SECURITY_NEEDS },
  }));
  class Guarded extends ShelfClient {}
  const guarded = Reflect.construct(
    Object.getPrototypeOf(ShelfClient),
    [
      { ...shelf, ports, checkPolicy },
      { endpoint: server.url, ...options },
    ],
    Guarded,
  ) as ShelfClient;
  atEnd(() => guarded.close({ force: true }));
  return { guarded, server };
}

const token = createSecurity({ usernameToken: { username: "u", password: "p" } });

test.each<[string, Asked, object, string | undefined]>([
  ["a UsernameToken", [["usernameToken"]], {}, "security.usernameToken"],
  ["a signature", [["signature", "timestamp"]], {}, "security.signature"],
  ["Digest", [["httpDigest", "tls"]], {}, "signIn"],
  ["a client certificate", [["clientCertificate", "tls"]], {}, "tls.cert"],
  ["TLS alone", [["tls"]], {}, undefined],
  ["nothing, or a token", [["usernameToken"], []], {}, undefined],
  ["a UsernameToken, and security is set", [["usernameToken"]], { features: [token] }, undefined],
  ["a UsernameToken, and policy is ignore", [["usernameToken"]], { quirks: { policy: "ignore" } }, undefined],
  ["Basic, and an HTTP header is set", [["httpBasic"]], { httpHeaders: { authorization: "Basic eA==" } }, undefined],
  ["Kerberos, whatever is set", [["kerberos", "signature"]], { features: [token] }, "quirks.policy"],
  ["Kerberos, and policy is ignore", [["kerberos"]], { quirks: { policy: "ignore" } }, undefined],
  ["Kerberos or a token, and security is set", [["kerberos"], ["usernameToken"]], { features: [token] }, undefined],
])("%s", async (_what, asked, options, option) => {
  const { guarded, server } = await client(asked, options);
  if (option === undefined) {
    expect(await guarded.getBooks({ ShelfId: 1 })).toHaveLength(1);
    return;
  }
  const error = await rejection(guarded.getBooks({ ShelfId: 1 }));
  const reason = option === "quirks.policy" ? "policy-unsupported" : "policy-unmet";
  expect(error).toMatchObject({ code: "CONFIGURATION", reason, option, attempts: 0 });
  expect(error.message).toMatch(
    /^The policy of the service asks for .*Get_Books.*policy: "ignore".* Nothing was sent\./,
  );
  expect(server.requests).toHaveLength(0);
});

test("a client of tables that do not bring the check of their policies is not made", () => {
  const policy = { alternatives: [["usernameToken"]], needs: SECURITY_NEEDS };
  const ports = shelf.ports.map((port) => ({ ...port, policy }));
  const make = () =>
    Reflect.construct(Object.getPrototypeOf(ShelfClient), [{ ...shelf, ports }, {}], class extends ShelfClient {});
  expect(make).toThrow(
    expect.objectContaining({
      code: "CONFIGURATION",
      reason: "tables-need-code",
      option: "checkPolicy",
      message: expect.stringMatching(/^The tables have policies, but not checkPolicy, the code for it\. Generate them/),
    }),
  );
});

test("a security object of client.soap, with() and a call count too; an operation may differ", async () => {
  const { guarded } = await client([["usernameToken"]], { features: [nodeSoap()] }, { Get_Books: [["samlAssertion"]] });
  const error = await rejection(guarded.getBooks({ ShelfId: 1 }));
  expect(error).toMatchObject({ option: "security.samlAssertion" });
  expect(await guarded.getBooks({ ShelfId: 1 }, { quirks: { policy: "ignore" } } as object)).toHaveLength(1);
  const other = await client([["usernameToken"]], { features: [token] }, { Get_Books: [["samlAssertion"]] });
  expect(await other.guarded.getBooks({ ShelfId: 1 })).toHaveLength(1);
  const off = await rejection(other.guarded.with({ security: false } as object).getBooks({ ShelfId: 1 }));
  expect(off).toMatchObject({ option: "security.samlAssertion" });
  guarded.soap.setSecurity({ toXML: () => "" });
  expect(await guarded.getBooks({ ShelfId: 1 })).toHaveLength(1);
});

test.each(["secureConversation", "holderOfKey", "kerberos", "reliableMessaging", "endorsing", "somethingNew"])(
  "%s is named, with what to do",
  async (need) => {
    const { guarded } = await client([[need]]);
    const error = await rejection(guarded.getBooks({ ShelfId: 1 }));
    expect(error).toMatchObject({ code: "CONFIGURATION", option: "quirks.policy" });
    expect(error.message).toMatch(/does not support: .+\./);
  },
);

test("an unmet requirement of the policy is reported before an error of the arguments", async () => {
  const { guarded, server } = await client([["usernameToken"]]);
  expect(await rejection(guarded.getBooks({ ShelfId: "one" } as never))).toMatchObject({
    code: "CONFIGURATION",
    option: "security.usernameToken",
  });
  const signed = await client([["usernameToken"]], { features: [token] });
  expect(await rejection(signed.guarded.getBooks({ ShelfId: "one" } as never))).toMatchObject({ code: "ARGUMENT" });
  expect(server.requests).toHaveLength(0);
});
