/** A service that accepts assertions of an issuer, called by a client that has them from there. */
import {
  createServiceSecurity,
  type SecurityOptions,
  type ServiceSecurityOptions,
  security,
} from "soapwright-features/security";
import { book, envelope, fault11 } from "soapwright-testing/client/shelf";
import { assertionOf } from "soapwright-testing/security/assertions";
import { type IssuerSetting, PASSWORD, startIssuer } from "soapwright-testing/security/issuer";
import { pem } from "soapwright-testing/security/keys";
import { bookList } from "soapwright-testing/stage/responses";
import { callOptions, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";

endAfterEach();

const WSSE = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const pair = { certificate: pem("client.crt"), key: pem("client.key") };
type Options = Partial<NonNullable<SecurityOptions["issuer"]>>;
type Tamper = (text: string) => string;
const same: Tamper = (text) => text;

async function stage(setting: IssuerSetting, options: Options, saml: ServiceSecurityOptions["saml"], tamper = same) {
  const issuer = await startIssuer(setting);
  const guard = createServiceSecurity({ saml });
  const service = await serve((socket, { body }) => {
    void guard.receive(tamper(body)).then(
      () => socket.write(bookList(book(1))),
      ({ message, faultCode }: { message: string; faultCode: { local: string } }) => {
        const fault = fault11(`wsse:${faultCode.local}`, message).replace("Fault>", `Fault xmlns:wsse="${WSSE}">`);
        socket.write(answer(envelope(fault), "500 Error"));
      },
    );
  });
  const ada = { usernameToken: { username: "ada", password: PASSWORD } };
  const feature = security({ issuer: { endpoint: issuer.url, security: ada, ...options } });
  const client = open({ endpoint: service.url, retries: 0, features: [feature] });
  return { issuer, service, call: (safe = false) => client.getBooks({ ShelfId: 1 }, callOptions({ safe })) };
}

const trusted = { certificates: pem("service.crt") };

test.each(["SAML 1.1", "SAML 2.0"] as const)("accepts what a trusted issuer has signed: %s", async (tokenType) => {
  const bearer = await stage({}, { tokenType }, trusted);
  expect(await bearer.call()).toHaveLength(1);
  const holder = await stage({}, { tokenType, keyType: "public", useKey: pair }, trusted);
  expect(await holder.call()).toHaveLength(1);
  const audience = "https://orders.example";
  const meant = await stage({}, { tokenType, appliesTo: audience }, { ...trusted, audience });
  expect(await meant.call()).toHaveLength(1);
});

const bound: Options = { keyType: "public", useKey: pair };
const lastSignature = /<ds:Signature (?![\s\S]*<ds:Signature )[\s\S]*?<\/ds:Signature>/;

test.each<
  [name: string, why: string, setting: IssuerSetting, options: Options, tamper: Tamper, audience: string | undefined]
>([
  ["of another issuer", "not signed by an issuer", { facts: () => ({ key: "other" }) }, {}, same, undefined],
  ["without a signature", "not one signature", { facts: () => ({ key: "none" }) }, {}, same, undefined],
  ["that was changed", "changed after it was signed", {}, {}, (text) => text.replace(">ada<", ">eve<"), undefined],
  [
    "with the id of another",
    "changed after it was signed",
    {},
    {},
    (text) => text.replace(/( ID="_)./, "$1x"),
    undefined,
  ],
  [
    "twice",
    "not one SAML assertion",
    {},
    {},
    (text) => text.replace(/<s:Assertion [\s\S]*<\/s:Assertion>/, "$&$&"),
    undefined,
  ],
  ["for another service", "for another service", {}, {}, same, "https://other.example"],
  ["whose message is changed", "signature", {}, bound, (text) => text.replace("ShelfId>1<", "ShelfId>2<"), undefined],
  ["whose holder has not signed", "not signed", {}, bound, (text) => text.replace(lastSignature, ""), undefined],
  ["bound to a key that it cannot check", "cannot check", {}, { keyType: "symmetric" }, same, undefined],
])("refuses an assertion %s", async (_name, why, setting, options, tamper, audience) => {
  const { call } = await stage(setting, options, { ...trusted, audience }, tamper);
  const error = await rejection(call());
  expect(error).toMatchObject({ code: "FAULT", kind: "refused" });
  expect(error.message).toContain(why);
});

test("a client asks again, once, for an assertion that the service refuses", async () => {
  let count = 0;
  const facts = () => (count++ === 0 ? { key: "other" } : {});
  const { issuer, service, call } = await stage({ facts }, {}, trusted);
  expect(await call(true)).toHaveLength(1);
  expect(issuer.requests).toHaveLength(2);
  expect(service.requests).toHaveLength(2);
});

test("an assertion that has expired on its way is refused", async () => {
  const guard = createServiceSecurity({ saml: trusted });
  const old = assertionOf({
    version: "2.0",
    subject: "ada",
    created: Date.now() - 60_000,
    expires: Date.now() - 1,
  });
  const block = `<w:Security xmlns:w="${WSSE}">${old}</w:Security>`;
  const text = `<s11:Envelope xmlns:s11="http://schemas.xmlsoap.org/soap/envelope/"><s11:Header>${block}</s11:Header><s11:Body><a/></s11:Body></s11:Envelope>`;
  await expect(guard.receive(text)).rejects.toMatchObject({ faultCode: { local: "InvalidSecurityToken" } });
});
