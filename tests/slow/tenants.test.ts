/** The cost of a tenant: 10,000 clients of `client.with()` in their own process. */
import { join } from "node:path";
import { runChild } from "soapwright-testing/stage/child";
import { endAfterEach, serve } from "soapwright-testing/stage/stage";
import type { MemoryReport, MemoryTask } from "./tenants-process";

endAfterEach();

test("10,000 tenants cost under 1 KB each, with a function under 2, and no socket", async () => {
  const server = await serve(() => {});
  const task: MemoryTask = { url: server.url, tenants: 10_000 };
  const { report, stderr } = await runChild<MemoryReport>(join(__dirname, "tenants-process.ts"), task, ["--expose-gc"]);
  expect(stderr).toBe("");
  expect(report?.plain).toBeGreaterThan(100);
  expect(report?.plain).toBeLessThan(1_024);
  expect(report?.expiring).toBeLessThan(2_048);
  expect([report?.sockets, server.connections]).toEqual([0, 0]);
});
