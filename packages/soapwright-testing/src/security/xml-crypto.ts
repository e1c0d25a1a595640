/** Signatures that xml-crypto writes and verifies. It is independent of our code. */
import { SignedXml } from "xml-crypto";
import { pem } from "./keys";

const WSS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity";
const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";

/**
 * Returns `envelope` with a Timestamp, both signed with the key `service`. It lists only the prefixes in `inclusive`.
 */
export function signedByXmlCrypto(envelope: string, inclusive: readonly string[] = []): string {
  const [created, expires] = [0, 60_000].map((later) => new Date(Date.now() + later).toISOString());
  const block = `<wsse:Security xmlns:wsse="${WSS}-secext-1.0.xsd"><u:Timestamp xmlns:u="${WSS}-utility-1.0.xsd" u:Id="T"><u:Created>${created}</u:Created><u:Expires>${expires}</u:Expires></u:Timestamp></wsse:Security>`;
  const text = envelope
    .replace(/<soap:Header\/>/, "")
    .replace("<soap:Body", `<soap:Header>${block}</soap:Header><soap:Body xmlns:u="${WSS}-utility-1.0.xsd" u:Id="B"`);
  const signing = new SignedXml({
    privateKey: pem("service.key"),
    idMode: "wssecurity",
    canonicalizationAlgorithm: EXCLUSIVE,
    signatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  });
  for (const name of ["Body", "Timestamp"]) {
    signing.addReference({
      xpath: `//*[local-name(.)='${name}']`,
      transforms: [EXCLUSIVE],
      digestAlgorithm: "http://www.w3.org/2001/04/xmlenc#sha256",
      inclusiveNamespacesPrefixList: [...inclusive],
    });
  }
  signing.computeSignature(text, {
    prefix: "ds",
    location: { reference: "//*[local-name(.)='Security']", action: "append" },
  });
  return signing.getSignedXml();
}

/** Whether xml-crypto verifies the signature of a message with the key `name`. */
export function isGoodForXmlCrypto(message: string, name: string): boolean {
  const judge = new SignedXml({ publicCert: pem(`${name}.crt`), idMode: "wssecurity", getCertFromKeyInfo: () => null });
  judge.loadSignature(/<ds:Signature [\s\S]*<\/ds:Signature>/.exec(message)![0]);
  try {
    return judge.checkSignature(message);
  } catch {
    return false;
  }
}
