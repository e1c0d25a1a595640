// `make release STEP=publish`: publishes the packages of reports/release that the registry lacks, dependencies first, or with
// STAGE=1 hands them in for a person's approval. Others must be identical. It ends as published, or waits for approval.
import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { checkRelease, checkRepository, stop } from "./check-release.mjs";

const npm = (...words) => spawnSync("npm", words, { encoding: "utf8" });
const command = process.env.STAGE ? ["stage", "publish"] : ["publish"];
const spelled = `npm ${command.join(" ")}`;
checkRepository();
const packed = checkRelease();
if (process.env.STAGE) {
  const [major, minor] = npm("--version").stdout.trim().split(".").map(Number);
  if (major < 11 || (major === 11 && minor < 15)) stop(`${spelled} needs npm 11.15 and Node.js 22.14, or newer ones.`);
}
const configuredRegistry = npm("config", "get", "registry").stdout.trim();
const missing = packed.filter(({ id, integrity, registry }) => {
  if (registry !== configuredRegistry)
    stop(`npm's registry is ${configuredRegistry}, but ${id} names ${registry} in publishConfig. Change either.`);
  const { status, stdout, stderr } = npm("view", id, "dist.integrity", `--registry=${registry}`);
  if (status !== 0 && !stderr.includes("E404")) stop(`${registry} does not say whether it has ${id}: ${stderr}`);
  const same = stdout.trim() === integrity;
  if (stdout.trim() !== "" && !same) stop(`${id} is published with other content. Release from the commit it is of.`);
  return !same;
});
const waiting = missing.filter(({ id, filename, registry }) => {
  const { status, stderr } = npm(...command, `./reports/release/${filename}`, `--registry=${registry}`);
  if (status === 0) return Boolean(process.env.STAGE);
  // The registry has one version of a package, staged or published: another run was here before.
  if (/E409|already staged|previously (?:published|staged)/i.test(stderr)) return true;
  if (stderr.includes("E403"))
    stop(
      `The registry does not allow ${spelled} for ${id}. Allow it to the package's publisher, or use the other command: docs/repository.md.\n${stderr}`,
    );
  return stop(`${id} is not published. Run make release STEP=publish again: it publishes what is missing.\n${stderr}`);
});
const state = waiting.length === 0 ? "published" : "waiting";
const list = waiting.map(({ id }) => `- ${id}`).join("\n");
const report = state === "published" ? "Everything is published." : `The release waits for approval of\n\n${list}`;
console.log(report);
const { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary } = process.env;
if (output) appendFileSync(output, `state=${state}\n`);
if (summary) appendFileSync(summary, `${report}\n`);
