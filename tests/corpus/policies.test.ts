/**
 * WSDLs with policies from the test suites of CXF and Metro: their requirements, and whether a client can meet them.
 */
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadDefinitions, SECURITY_NEEDS } from "soapwright-contract";
import { alternativesText, isSupported } from "soapwright-runtime/internal";

const folder = resolve(__dirname, "../..", process.env.POLICIES_DIR ?? "../shared/policies");

/** The requirements that TLS and HTTP meet, without any change of the message. */
const OF_CONNECTION: ReadonlySet<string> = new Set(["tls", "clientCertificate", "httpBasic", "httpDigest"]);

/** The number of WSDLs with each verdict, of 60. Review each change. */
const EXPECTED: { readonly [verdict: string]: number } = {
  met: 43,
  "no client": 7,
  "not met, and not reported -> met with security; without it reported": 3,
  "not met, and not reported -> some operations met; the others reported": 3,
  "not met, and not reported -> not met, and reported": 4,
};

interface Row {
  readonly file: string;
  readonly asks: string;
  readonly before: string;
  readonly after: string;
}

/** Returns the outcome of a client that ignores policies, and of one that reads them. */
async function judge(file: string): Promise<Row> {
  const { definitions } = await loadDefinitions(join(folder, file), {});
  const ports = definitions?.services.flatMap((service) => service.ports) ?? [];
  if (definitions === undefined || ports.length === 0) {
    return { file, asks: "no client: see the diagnostics", before: "no client", after: "no client" };
  }
  const policies = ports.flatMap(({ policy }) => policy ?? []);
  const asked = policies.flatMap(({ alternatives, operations = {} }) => [alternatives, ...Object.values(operations)]);
  if (asked.length === 0) return { file, asks: "nothing but addressing, if that", before: "met", after: "met" };
  const asks = [...new Set(asked.map((each) => alternativesText(each, SECURITY_NEEDS)))].join(" | ");
  const isPlain = asked.every((each) => each.some((one) => one.every((need) => need === "tls")));
  if (isPlain) return { file, asks, before: "met", after: "met" };
  const isMet = asked.every((each) => each.some((one) => isSupported(one, SECURITY_NEEDS)));
  const isHttp = asked.every((each) => each.some((one) => one.every((need) => OF_CONNECTION.has(need))));
  const before = isHttp ? "met by hand" : "not met, and not reported";
  if (isMet) return { file, asks, before, after: "met with security; without it reported" };
  const some = asked.some((each) => each.some((one) => one.length > 0 && isSupported(one, SECURITY_NEEDS)));
  return { file, asks, before, after: some ? "some operations met; the others reported" : "not met, and reported" };
}

if (!existsSync(folder)) {
  test("policies: skipped: WSDLs absent", () => console.log("policies: skipped: WSDLs absent"));
} else {
  test("every WSDL is met, or says what it asks for", async () => {
    const files = readdirSync(folder)
      .filter((file) => file.endsWith(".wsdl"))
      .sort();
    const rows: Row[] = [];
    for (const file of files) rows.push(await judge(file));
    const counts: { [verdict: string]: number } = {};
    for (const { before, after } of rows) {
      const verdict = before === after ? after : `${before} -> ${after}`;
      counts[verdict] = (counts[verdict] ?? 0) + 1;
    }
    if (process.env.POLICIES_TABLE !== undefined) {
      const lines = rows.map(({ file, asks, before, after }) => `| ${file} | ${asks} | ${before} | ${after} |`);
      console.log(["| WSDL | asks for | before | after |", "|---|---|---|---|", ...lines].join("\n"));
    }
    expect(counts).toEqual(EXPECTED);
  });
}
