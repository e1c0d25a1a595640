import { join } from "node:path";
import { runChild } from "soapwright-testing/stage/child";

test("ts-morph is loaded while the documents arrive", async () => {
  const { report, stderr } = await runChild<readonly string[]>(join(__dirname, "beside-process.ts"), {});
  expect(stderr).toBe("");
  expect(report).toContain("client.ts");
});
