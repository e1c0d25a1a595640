// Publishes the packages of reports/release that the registry lacks, dependencies first. Others must be identical.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const npm = (npmArguments, stdio = "pipe") => spawnSync("npm", npmArguments, { encoding: "utf8", stdio });
const stop = (message) => process.exit(console.error(`error: ${message}`) ?? 1);
const configuredRegistry = npm(["config", "get", "registry"]).stdout.trim();
const packed = JSON.parse(readFileSync("reports/release/packed.json", "utf8"));
const missing = packed.filter(({ id, integrity, registry }) => {
  if (registry !== configuredRegistry)
    stop(`npm's registry is ${configuredRegistry}, but ${id} names ${registry} in publishConfig. Change either.`);
  const { status, stdout, stderr } = npm(["view", id, "dist.integrity", `--registry=${registry}`]);
  if (status !== 0 && !stderr.includes("E404")) stop(`${registry} does not say whether it has ${id}: ${stderr}`);
  const same = stdout.trim() === integrity;
  if (stdout.trim() !== "" && !same) stop(`${id} is published with other content. Release from the commit it is of.`);
  return !same;
});
for (const { id, filename, registry } of missing)
  if (npm(["publish", `./reports/release/${filename}`, `--registry=${registry}`], "inherit").status !== 0)
    stop(`${id} is not published. Run make publish again: it publishes what is missing.`);
