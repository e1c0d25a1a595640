import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "../..");
/** The output of `make build`, so that a run does not include compilation. */
const compiled = join(root, "packages/soapwright/dist/cli.js");

/** The outcome of one run in its own process. */
export interface GeneratorRun {
  readonly status: number | null;
  readonly stderr: string;
  readonly hasOutput: boolean;
  readonly processorSeconds: number;
  readonly peakMb: number;
}

/** Runs `generate` on one WSDL. Kills a run that does not end, after a long time, because a machine may be slow. */
export function generateAlone(wsdl: string, ...more: readonly string[]): GeneratorRun {
  const folder = mkdtempSync(join(tmpdir(), "generate-alone-"));
  const out = join(folder, "out");
  const resources = join(folder, "resources.json");
  try {
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--require", join(__dirname, "resources.cjs"), compiled, "generate", wsdl, "--out", out, ...more],
      { cwd: root, encoding: "utf8", timeout: 600_000, env: { ...process.env, RESOURCES_FILE: resources } },
    );
    const used = existsSync(resources) ? JSON.parse(readFileSync(resources, "utf8")) : {};
    return {
      status,
      stderr,
      hasOutput: existsSync(out),
      processorSeconds: used.processorSeconds ?? Number.POSITIVE_INFINITY,
      peakMb: used.peakMb ?? Number.POSITIVE_INFINITY,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
