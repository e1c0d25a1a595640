/** The memory that readers keep of hostile documents, measured in separate processes. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { HOSTILE } from "./hostile-documents";
import type { Measured } from "./kept-process";

function measure(name: string): Measured {
  const preload = join(__dirname, "../../packages/soapwright-testing/src/register.cjs");
  const script = join(__dirname, "kept-process.ts");
  const printed = execFileSync(
    process.execPath,
    ["--expose-gc", "-C", "soapwright-source", "-r", preload, script, name],
    { encoding: "utf8" },
  );
  return JSON.parse(printed) as Measured;
}

test.each(Object.keys(HOSTILE))(
  "of %s a bounded part is kept, in time that grows with the text",
  (name) => {
    const { duringMiB, afterMiB, readMiB, cpuSeconds, refused } = measure(name);
    expect(refused).toBeUndefined();
    expect(duringMiB).toBeLessThan(16);
    expect(afterMiB).toBeLessThan(12);
    expect(cpuSeconds / readMiB).toBeLessThan(1);
  },
  120_000,
);
