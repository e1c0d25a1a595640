/**
 * Tokens of the testing issuer in messages of our client, judged by Apache Santuario 2.1: the assertion of each version of SAML, and the
 * proof by the key that it is bound to.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type SecurityOptions, security } from "soapwright-features/security";
import { book } from "soapwright-testing/client/shelf";
import { PASSWORD, startIssuer } from "soapwright-testing/security/issuer";
import { pem } from "soapwright-testing/security/keys";
import { bookList } from "soapwright-testing/stage/responses";
import { endAfterEach, open, serve } from "soapwright-testing/stage/stage";
import { newFolder, removeFolders } from "./folders";
import { hasWss4j, javaPath, keyStore } from "./security/java";

endAfterEach();
afterAll(removeFolders);

const pair = { certificate: pem("client.crt"), key: pem("client.key") };
type Issuer = Partial<NonNullable<SecurityOptions["issuer"]>>;

/** The features of a message, by how its last signature is proven. */
const kinds: readonly (readonly [name: string, options: Issuer, more: SecurityOptions])[] = [
  ["for a bearer", {}, {}],
  ["for a bearer, in a signed message", {}, { signature: pair }],
  ["bound to a computed key", { keyType: "symmetric" }, {}],
  ["bound to a key, by HMAC-SHA1", { keyType: "symmetric", keySize: 128, signatureAlgorithm: "HMAC-SHA1" }, {}],
  [
    "bound to a key that endorses",
    { keyType: "symmetric" },
    { signature: { ...pair, signatureAlgorithm: "RSA-SHA512" } },
  ],
  ["bound to a certificate", { keyType: "public", useKey: pair }, {}],
];
const cases = kinds.flatMap((kind) =>
  (["SAML 1.1", "SAML 2.0"] as const).flatMap((tokenType) =>
    (["1.3", "2005/02"] as const).map((version) => [...kind, tokenType, version] as const),
  ),
);

if (hasWss4j && process.env.INTEROP === "1") {
  test("Santuario finds assertions and proofs good, and no changed one", async () => {
    const folder = newFolder();
    const written: { readonly file: string; readonly changed: string; readonly key: string | undefined }[] = [];
    for (const [, options, more, tokenType, version] of cases) {
      const issuer = await startIssuer();
      const service = await serve((socket) => socket.write(bookList(book(1))));
      const issued = { usernameToken: { username: "ada", password: PASSWORD } };
      const feature = security({
        ...more,
        issuer: { endpoint: issuer.url, security: issued, tokenType, version, ...options },
      });
      await open({ endpoint: service.url, features: [feature] }).getBooks({ ShelfId: 1 });
      const { body } = service.requests[0]!;
      const [file, changed] = [join(folder, `${written.length}.xml`), join(folder, `${written.length}-changed.xml`)];
      writeFileSync(file, body);
      writeFileSync(
        changed,
        body
          .replace(">ada<", ">eve<")
          .replace("ShelfId>1<", "ShelfId>2<")
          .replaceAll("ds:Reference URI", "ds:Reference Id='i' URI"),
      );
      const { key } = issuer.requests[0]!;
      const isProven = options.keyType !== undefined || more.signature !== undefined;
      written.push({ file, changed, key: isProven ? (key.length > 0 ? key.toString("hex") : "client") : undefined });
    }
    expect(written).toHaveLength(24);
    const java = (command: string, key: string, files: readonly string[]) =>
      execFileSync("java", [...javaPath(), "Santuario", command, keyStore(), key, ...files], { encoding: "utf8" })
        .trim()
        .split("\n");
    const files = written.map(({ file }) => file);
    const good = files.map(() => "good");
    const bad = files.map(() => expect.stringMatching(/^bad/));
    expect(java("judge", "service", files)).toEqual(good);
    expect(java("judge", "other", files)).toEqual(bad);
    expect(
      java(
        "judge",
        "service",
        written.map(({ changed }) => changed),
      ),
    ).toEqual(bad);
    const proven = written.filter((each) => each.key !== undefined);
    const prove = (pairs: readonly string[]) => java("prove", "service", pairs);
    expect(proven).toHaveLength(20);
    expect(prove(proven.map(({ key, file }) => `${key}=${file}`))).toEqual(proven.map(() => "good"));
    const others = proven.flatMap(({ key, file, changed }) => [`${key}=${changed}`, `${"00".repeat(32)}=${file}`]);
    expect(prove(others)).toEqual(others.map(() => expect.stringMatching(/^bad/)));
  });
} else {
  test("Santuario: skipped", () => expect(true).toBe(true));
}
