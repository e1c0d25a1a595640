/** `--config FILE` is read in any place and with any owner, because the user has named it. */
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCodegen } from "soapwright-testing/codegen/commands/run-codegen";

const before = process.cwd();
const root = realpathSync(mkdtempSync(join(tmpdir(), "config-flag-")));
const at = (...names: string[]) => join(root, ...names);
const wsdl = readFileSync(
  join(__dirname, "../../../soapwright-testing/src/golden/cases/wrapped-list/service.wsdl"),
  "utf8",
);
const configuration = (out: string) => JSON.stringify({ wsdls: [{ wsdl: "orders.wsdl", out }] });

beforeAll(() => {
  mkdirSync(at("shared/repository/.git"), { recursive: true });
  for (const folder of ["shared", "shared/repository"]) {
    writeFileSync(at(folder, "orders.wsdl"), wsdl);
    writeFileSync(at(folder, "package.json"), "{}");
  }
  writeFileSync(at("shared/soapwright.config.json"), configuration("above"));
  process.chdir(at("shared/repository"));
});
afterAll(() => {
  process.chdir(before);
  rmSync(root, { recursive: true });
});

test("one above the repository is not found, and is taken when it is named", async () => {
  expect(await runCodegen("generate")).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("no WSDL is named"),
  });
  const named = await runCodegen("generate", "--config", "../soapwright.config.json");
  expect([named.exitCode, named.stderr]).toEqual([0, expect.stringContaining("4 files")]);
  // Paths in the configuration are relative to its folder.
  expect(existsSync(at("shared/above/client.ts"))).toBe(true);
  expect(await runCodegen("check", "--config", at("shared/soapwright.config.json"))).toMatchObject({ exitCode: 0 });
});

test("it goes before the one of the folder, and may have any name", async () => {
  writeFileSync(at("shared/repository/soapwright.config.json"), configuration("own"));
  writeFileSync(at("shared/repository/release.json"), configuration("named"));
  expect((await runCodegen("generate", "--config", "release.json")).exitCode).toBe(0);
  expect([existsSync("named"), existsSync("own")]).toEqual([true, false]);
  expect((await runCodegen("verify", "--config", "release.json", "--instances", "1")).exitCode).toBe(0);
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot("one that another user owns is taken when it is named", async () => {
  writeFileSync(at("shared/repository/theirs.json"), configuration("theirs"));
  chownSync(at("shared/repository/theirs.json"), 12_345, 12_345);
  expect((await runCodegen("generate", "--config", "theirs.json")).exitCode).toBe(0);
  expect(existsSync("theirs/client.ts")).toBe(true);
});

asRoot.each(["generate", "verify"])("one that another user owns is not taken by %s, which says so", async (command) => {
  mkdirSync(at("shared/repository/package"), { recursive: true });
  writeFileSync(at("shared/repository/package/soapwright.config.json"), configuration("foreign"));
  chownSync(at("shared/repository/package/soapwright.config.json"), 12_345, 12_345);
  process.chdir(at("shared/repository/package"));
  try {
    expect(await runCodegen(command)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(
        /^error: soapwright\.config\.json belongs to another user, .*: --config soapwright\.config\.json\.$/m,
      ),
    });
  } finally {
    process.chdir(at("shared/repository"));
  }
});

test.each([
  ["that is not there", ["generate", "--config", "absent.json"], 1, /absent\.json/],
  ["that is a folder", ["generate", "--config", "."], 1, /error/],
  [
    "beside a WSDL",
    ["generate", "orders.wsdl", "--out", "x", "--config", "release.json"],
    2,
    /--config is for runs without WSDLs/,
  ],
] as const)("one %s is one error", async (_what, words, exitCode, says) => {
  const ran = await runCodegen(...words);
  expect(ran).toMatchObject({ exitCode, stderr: expect.stringMatching(says) });
  expect(ran.stderr).not.toMatch(/^ {4}at /m);
});
