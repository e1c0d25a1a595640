import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const text = readFileSync(join(__dirname, "../../codegen/short-run.ts"), "utf8");
const { outputText } = ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.CommonJS } });

/** What V8 gives new objects in a process of its own, in MB, after a million that stay. */
function roomAfter(start: string): { room: number; stderr: string } {
  const code = `${outputText}
    ${start}
    const kept = Array.from({ length: 1e6 }, (_, each) => ({ each }));
    const space = require("node:v8").getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    console.log(space.space_size / 2 ** 20);`;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", code], { encoding: "utf8" });
  return { room: Number(stdout), stderr };
}

test("a short run keeps little room for new objects, by flags that this version of V8 knows", () => {
  const usual = roomAfter("");
  const short = roomAfter("expectShortRun();");
  expect(short.stderr).toBe("");
  expect(short.room).toBeGreaterThan(0);
  expect(short.room).toBeLessThan(usual.room / 2);
});
