import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { banner } from "../../../codegen/write/banner";
import { differences, OutputProblem, writeFolders } from "../../../codegen/write/output-folder";

const line = banner({ version: "0.0.0", source: "a.wsdl", sha256: "00" });
const folder = mkdtempSync(join(tmpdir(), "output-folder-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("writes files, and removes generated ones that are no longer made", () => {
  const out = join(folder, "one");
  mkdirSync(out);
  writeFileSync(join(out, "stale.ts"), `${line}\n`);
  writeFileSync(join(out, "own.ts"), "// written by hand\n");
  const outputs = [{ folder: out, files: new Map([["types.ts", `${line}\nexport {};\n`]]) }];
  expect(differences(outputs)).toEqual([join(out, "types.ts"), join(out, "stale.ts")]);
  writeFolders(outputs);
  expect(readdirSync(out).sort()).toEqual(["own.ts", "types.ts"]);
  expect(differences(outputs)).toEqual([]);
});

test("changes nothing when one folder cannot be written", () => {
  const good = join(folder, "good");
  const bad = join(folder, "bad");
  mkdirSync(good);
  writeFileSync(join(good, "types.ts"), "before");
  writeFileSync(bad, "a file");
  const files = new Map([["types.ts", "after"]]);
  expect(() =>
    writeFolders([
      { folder: good, files },
      { folder: bad, files },
    ]),
  ).toThrow(OutputProblem);
  expect(readFileSync(join(good, "types.ts"), "utf8")).toBe("before");
  expect(readdirSync(good)).toEqual(["types.ts"]);
});

test("does not follow a link out of the output", () => {
  const outside = join(folder, "outside");
  mkdirSync(outside);
  symlinkSync(outside, join(folder, "link"));
  expect(() => writeFolders([{ folder: join(folder, "link"), files: new Map([["types.ts", ""]]) }])).toThrow(
    /symbolic link/,
  );
  expect(existsSync(join(outside, "types.ts"))).toBe(false);
});

test("the banner stays one comment whatever the source is called", () => {
  expect(banner({ version: "1", source: "a\nb\u2028.wsdl", sha256: "00" })).not.toMatch(/[\n\u2028]/);
});
