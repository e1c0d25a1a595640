import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { transformFileSync } from "@swc/core";

const root = resolve(__dirname, "../..");
/** Below the root: the generator looks upwards for the package that it belongs to. */
const compiled = join(root, ".cache/corpus-generator");

/** What became of one run in a process of its own. */
export interface GeneratorRun {
  readonly status: number | null;
  readonly stderr: string;
  readonly hasOutput: boolean;
  readonly processorSeconds: number;
  readonly peakMb: number;
}

/** Compiles the generator, so that a run measures what it does and not its compilation. */
export function compileGenerator(): void {
  rmSync(compiled, { recursive: true, force: true });
  const sources = join(root, "codegen");
  for (const path of readdirSync(sources, { recursive: true, encoding: "utf8" })) {
    const target = join(compiled, path.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(target), { recursive: true });
    if (path.endsWith(".mjs")) cpSync(join(sources, path), target);
    if (!path.endsWith(".ts")) continue;
    const { code } = transformFileSync(join(sources, path), {
      jsc: { parser: { syntax: "typescript" }, target: "es2022" },
      module: { type: "commonjs" },
    });
    writeFileSync(target, code);
  }
}

/** `generate` on one WSDL. A run that does not end is ended: late, because a machine may be slow for other reasons. */
export function generateAlone(wsdl: string, ...more: readonly string[]): GeneratorRun {
  const folder = mkdtempSync(join(tmpdir(), "generate-alone-"));
  const out = join(folder, "out");
  const resources = join(folder, "resources.json");
  try {
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        "--require",
        join(__dirname, "resources.cjs"),
        join(compiled, "cli.js"),
        "generate",
        wsdl,
        "--out",
        out,
        ...more,
      ],
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
