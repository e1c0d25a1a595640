// `make proof NAME=previous-minors`: the packages beside the core, as they are, with a core of the next minor version, all
// installed from packed files. A client calls a sandbox, and the packages are used once.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ONE_VERSION } from "../../scripts/circles";
import { installPacked, npm, type Packed, packAll, readManifest } from "../../scripts/workspaces";

const folder = mkdtempSync(join(tmpdir(), "previous-minors-"));

/** Packs a core package again, as the next minor version would be. */
function nextMinor({ name, version, file }: Packed): string {
  const [major, minor] = version.split(".").map(Number);
  const next = `${major}.${minor! + 1}.0`;
  const own = join(folder, "next", name);
  mkdirSync(own, { recursive: true });
  execFileSync("tar", ["-xzf", file, "-C", own, "--strip-components=1"]);
  const manifest = readManifest(own);
  const pinned = Object.entries(manifest.dependencies ?? {}).map(([each, range]) => [
    each,
    ONE_VERSION.includes(each) ? next : range,
  ]);
  writeFileSync(
    join(own, "package.json"),
    JSON.stringify({ ...manifest, version: next, dependencies: Object.fromEntries(pinned) }),
  );
  // The run time states its version, which is part of what is built.
  for (const path of readdirSync(join(own, "dist"), { recursive: true, encoding: "utf8" }).filter((each) =>
    each.endsWith(".js"),
  )) {
    const text = readFileSync(join(own, "dist", path), "utf8");
    writeFileSync(join(own, "dist", path), text.replace(`version = "${version}"`, `version = "${next}"`));
  }
  const [packed] = Object.values(JSON.parse(npm(["pack", "--json", "--ignore-scripts"], own)) as object) as Packed[];
  return join(own, packed!.filename);
}

const USE = `
const { createEmployeeServiceV3 } = require("employee-service-client");
const { startSandbox } = require("employee-service-client/sandbox");
const { addressing, breaker } = require("soapwright-features");
const { security } = require("soapwright-features/security");
const { diagnose } = require("soapwright-cli/doctor");
const { Random } = require("soapwright-verify");
const { parseJsonText } = require("soapwright-runtime/json");
const versions = ["soapwright-runtime", "soapwright-features", "soapwright-node-soap", "soapwright-sandbox", "soapwright-cli", "soapwright-export", "soapwright-verify"]
  .map((name) => name + " " + require(name + "/package.json").version);
(async () => {
  const sandbox = await startSandbox();
  security({ timestamp: {} });
  const client = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox", admission: [breaker()], features: [addressing()] });
  const found = await client.addressGetList({ EmployeeId: 1002, Period: 11, Year: 2026 });
  const { outcome } = await diagnose(client);
  console.log([...versions, found.length + " addresses", outcome, new Random(1).integer(1, 1), parseJsonText("true").value].join("; "));
  await client.close();
  await sandbox.close();
})().catch((error) => { console.error(error); process.exitCode = 1; });
`;

try {
  const packed = packAll(".", folder);
  const files = packed
    .filter(({ name }) => name !== "soapwright-gateway")
    .map((one) => (ONE_VERSION.includes(one.name) ? nextMinor(one) : one.file));
  const user = join(folder, "user");
  mkdirSync(user);
  writeFileSync(join(user, "package.json"), JSON.stringify({ name: "user", version: "1.0.0", private: true }));
  installPacked(files, user);
  const copies = npm(["ls", "soapwright-runtime", "--parseable"], user).trim().split("\n");
  if (copies.length !== 1)
    throw new Error(`soapwright-runtime is installed ${copies.length} times: ${copies.join(", ")}`);
  console.log(execFileSync(process.execPath, ["-e", USE], { cwd: user, encoding: "utf8" }).trim());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
