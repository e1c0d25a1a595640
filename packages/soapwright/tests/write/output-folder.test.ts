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
import { banner, outputFormat, readBanner } from "../../src/write/banner";
import { differences } from "../../src/write/output-folder";
import { OutputProblem, writeFolders } from "../../src/write/write-folders";

const line = banner({ source: "a.wsdl", sha256: "00" });
const folder = mkdtempSync(join(tmpdir(), "output-folder-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("writes files, and removes generated ones that are no longer made", () => {
  const out = join(folder, "one");
  mkdirSync(out);
  writeFileSync(join(out, "stale.ts"), `${line}\n`);
  writeFileSync(join(out, "own.ts"), "// written by hand\n");
  const outputs = [{ folder: out, files: new Map([["types.ts", `${line}\nexport {};\n`]]) }];
  expect(differences(outputs)).toEqual([
    { path: join(out, "types.ts"), why: "is missing" },
    { path: join(out, "stale.ts"), why: "is no longer generated" },
  ]);
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

test("takes back what it moved when a later move fails", () => {
  const one = join(folder, "taken-back");
  mkdirSync(one);
  writeFileSync(join(one, "types.ts"), "before");
  writeFileSync(join(one, "stale.ts"), `${line}\n`);
  const first = {
    folder: one,
    files: new Map([
      ["types.ts", "after"],
      ["client.ts", "new"],
    ]),
  };
  // The second output becomes a folder at the path of a file of the first, after both were checked.
  const second = { folder: join(one, "client.ts"), files: new Map([["types.ts", "after"]]) };
  expect(() => writeFolders([first, second])).toThrow(/cannot be written \(EISDIR\)\. No file was changed\./);
  expect(readdirSync(one).sort()).toEqual(["stale.ts", "types.ts"]);
  expect(readFileSync(join(one, "types.ts"), "utf8")).toBe("before");
});

test("a folder in the place of a file is refused, with what is in it", () => {
  const out = join(folder, "occupied");
  mkdirSync(join(out, "types.ts"), { recursive: true });
  writeFileSync(join(out, "types.ts", "own.txt"), "mine");
  writeFileSync(join(out, "client.ts"), "before");
  const files = new Map([
    ["client.ts", "after"],
    ["types.ts", "after"],
  ]);
  expect(() => writeFolders([{ folder: out, files }])).toThrow(/types\.ts is a folder/);
  expect(readFileSync(join(out, "client.ts"), "utf8")).toBe("before");
  expect(readFileSync(join(out, "types.ts", "own.txt"), "utf8")).toBe("mine");
});

test("folders that it made for nothing go again", () => {
  const blocked = join(folder, "blocked");
  writeFileSync(blocked, "a file");
  const files = new Map([["types.ts", "after"]]);
  const outputs = [
    { folder: join(folder, "deep", "er"), files },
    { folder: join(blocked, "below"), files },
  ];
  expect(() => writeFolders(outputs)).toThrow(OutputProblem);
  expect(existsSync(join(folder, "deep"))).toBe(false);
});

test("line ends of a checkout are no difference", () => {
  const out = join(folder, "line-ends");
  mkdirSync(out);
  writeFileSync(join(out, "types.ts"), `${line}\r\nexport {};\r\n`);
  const outputs = [{ folder: out, files: new Map([["types.ts", `${line}\nexport {};\n`]]) }];
  expect(differences(outputs)).toEqual([]);
});

test("says why a file differs", () => {
  const out = join(folder, "reasons");
  mkdirSync(out);
  const wanted = `${line}\nexport {};\n`;
  const why = (found: string): string[] => {
    writeFileSync(join(out, "types.ts"), found);
    return differences([{ folder: out, files: new Map([["types.ts", wanted]]) }]).map((one) => one.why);
  };
  const first = (origin: { source?: string; sha256?: string }): string =>
    `${banner({ source: "a.wsdl", sha256: "00", ...origin })}\nexport {};\n`;
  expect(why(wanted)).toEqual([]);
  expect(why(`${wanted}// more\n`)).toEqual(["was edited, or generated with other options"]);
  expect(why(first({ sha256: "01" }))).toEqual(["was generated before a.wsdl changed"]);
  expect(why(first({ source: "b.wsdl" }))).toEqual(["was generated from b.wsdl"]);
  expect(why("export {};\n")).toEqual(["was not written by the generator"]);
  expect(why(wanted.replace(`format ${outputFormat}`, "format 0"))).toEqual([
    `is in format 0 of the generator's output, which is now format ${outputFormat}`,
  ]);
});

test("the banner is read back", () => {
  expect(readBanner(`${line}\nexport {};\n`)).toEqual({ format: outputFormat, source: "a.wsdl", sha256: "00" });
  expect(readBanner("// by hand\n")).toBeUndefined();
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
  expect(banner({ source: "a\nb\u2028.wsdl", sha256: "00" })).not.toMatch(/[\n\u2028]/);
});
