// Packs the very file that would be published and checks what is in it: every door of `exports` and `bin`, licence,
// nothing of the tests or the generator, no source map, no path of the machine that built it, no growth by accident.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const [packed] = JSON.parse(
  execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--loglevel=error"], { encoding: "utf8" }),
);
const files = new Map(packed.files.map(({ path, size }) => [path, size]));
const problems = [];
const mostBytes = 900_000;
const { entryPoints } = JSON.parse(readFileSync("generated/entry-points.json", "utf8"));
const doors = Object.entries(manifest.exports).flatMap(([name, door]) =>
  name.includes("*") ? entryPoints.flatMap(({ entryPoint }) => written(name, door, entryPoint)) : filesOf(door),
);
function filesOf(door) {
  return typeof door === "string" ? [door] : [...Object.values(door.import), ...Object.values(door.require)];
}
function written(pattern, door, entryPoint) {
  const [start] = pattern.split("*");
  return filesOf(door).map((path) => path.replaceAll("*", entryPoint.slice(start.length)));
}
for (const path of [...doors, ...Object.values(manifest.bin), "./README.md", "./LICENSE", "./CHANGELOG.md"]) {
  if (!files.has(path.replace("./", ""))) problems.push(`${path} is missing`);
}
for (const path of files.keys()) {
  if (/^(dist\/)?(tests|codegen|scripts|node_modules)\/|\.map$|\.tsbuildinfo$|\.env/.test(path))
    problems.push(`${path} does not belong in it`);
  if (path.startsWith("dist/") && readFileSync(path, "utf8").includes(process.cwd()))
    problems.push(`${path} holds a path of this machine`);
}
const scripts = ["preinstall", "install", "postinstall"].filter((name) => manifest.scripts?.[name]);
for (const name of scripts) problems.push(`the script ${name} would run on a user's machine`);
const dependencies = Object.keys(manifest.dependencies).sort().join(", ");
if (dependencies !== "commander, soap, undici") problems.push(`run-time dependencies are ${dependencies}`);
if (packed.unpackedSize > mostBytes)
  problems.push(
    `it is larger than ${mostBytes} bytes unpacked: see what has grown, and raise the number if that is right`,
  );

console.log(
  `${packed.filename}: ${files.size} files, ${packed.size} bytes packed, ${packed.unpackedSize} bytes unpacked`,
);
for (const problem of problems) console.error(`error: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
