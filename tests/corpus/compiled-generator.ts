import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "../..");
/** As `make build` leaves it, so that a run measures what the generator does and not its compilation. */
const compiled = join(root, "packages/soapwright/dist/cli.js");

/** What became of one run in a process of its own. */
export interface GeneratorRun {
  readonly status: number | null;
  readonly stderr: string;
  readonly hasOutput: boolean;
  readonly processorSeconds: number;
  readonly peakMb: number;
}

/** `generate` on one WSDL. A run that does not end is ended: late, because a machine may be slow for other reasons. */
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
