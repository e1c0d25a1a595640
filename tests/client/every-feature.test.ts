/** Every feature and every limit at once: one call that uses all, and the suites of each feature again. */

import { createServiceSecurity, security } from "soapwright-features/security";
import { ServiceClient } from "soapwright-runtime";
import {
  ArchiveClient,
  folder,
  include,
  listen,
  multipart,
  part,
  partsOf,
  RELATED,
  rootPart,
} from "soapwright-testing/attachments/archive";
import { pem } from "soapwright-testing/security/keys";
import { everyFeature, taken } from "soapwright-testing/stage/every-feature";
import { sampleOf } from "soapwright-testing/stage/slow";
import { atEnd, endAfterEach } from "soapwright-testing/stage/stage";
import { setSuiteOptions } from "soapwright-testing/stage/suite-options";

endAfterEach();

const everything = () => ({
  ...everyFeature(security({ usernameToken: { username: "ada", password: "p" } })),
  addressing: "1.0",
});

afterEach(() => setSuiteOptions({}));

test("one call is addressed, signed, with an attachment, marked, and passes every limit", async () => {
  setSuiteOptions(everything());
  const big = new Uint8Array(5_000).map((_byte, index) => index);
  const base64 = Buffer.from(big).toString("base64");
  const service = createServiceSecurity({
    verify: { certificates: pem("client.crt") },
    signature: { certificate: pem("service.crt"), key: pem("service.key") },
  });
  const seen: string[] = [];
  const { url, stop } = await listen(async ({ headers }, response, body) => {
    const { parts } = partsOf({ headers, body });
    expect(headers["x-mark"]).toBe("1");
    const envelope = parts[0]!.content.toString("utf8").replace(/<xop:Include [^>]*?(?:\/>|><\/xop:Include>)/, base64);
    expect(parts[1]?.content.equals(Buffer.from(big))).toBe(true);
    seen.push(await service.receive(envelope));
    const signed = await service.respond(folder(`<Cover>${base64}</Cover>`).replaceAll("GetFolder", "PutFolder"));
    response.writeHead(200, { "Content-Type": RELATED });
    response.end(multipart([rootPart(signed.replace(base64, include("a@x"))), part("a@x", big)]));
  });
  atEnd(stop);
  const signing = security({
    signature: { certificate: pem("client.crt"), key: pem("client.key"), parts: ["Body", "Timestamp", "Addressing"] },
    verify: { certificates: pem("service.crt") },
  });
  const client = new ArchiveClient({ endpoint: url, retries: 0, mtom: true, features: [signing] });
  atEnd(() => client.close({ force: true }));
  const before = taken.begun;
  const result = await client.putFolder({ Folder: { Cover: big, Scan: [] } });
  expect(Buffer.from(result.Cover!).equals(Buffer.from(big))).toBe(true);
  // The list has what the service has verified, and nothing else.
  for (const part of ["MessageID", "Action", base64]) expect(seen[0]?.includes(part)).toBe(true);
  expect(client.stats().origins[0]).toMatchObject({ breaker: "closed", inFlight: 0, waiting: 0 });
  expect([taken.begun - before, taken.begun - taken.ended]).toEqual([1, 0]);
  expect(client).toBeInstanceOf(ServiceClient);
});

const suites: readonly (readonly [what: string, suite: string])[] = [
  ["signed attachments", "../../packages/soapwright-features/tests/attachments/signed.test"],
  ["received attachments", "../../packages/soapwright-features/tests/attachments/receive.test"],
  ["calls with security", "../../packages/soapwright-features/tests/security/calls.test"],
  ["the breaker", "../../packages/soapwright-features/tests/admissions/breaker.test"],
];

describe.each(sampleOf(suites, 2))("with every feature, %s:", (_what, suite) => {
  beforeEach(() => setSuiteOptions(everything()));
  require(suite);
});
