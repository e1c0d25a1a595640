/** Counts the functions of ours that run in a small call, by V8's own coverage. */
import { readFileSync } from "node:fs";
import { Session } from "node:inspector";
import { answerParent } from "soapwright-testing/stage/child";

export interface WayTask {
  readonly url: string;
}

export interface WayReport {
  /** Files below `src/` with the number of their functions that ran. */
  readonly files: { readonly [file: string]: number };
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
}

/** Whether the compiler made the function: the access to an export, or the fields of a class with their values. */
function isCompiled(name: string, source: string): boolean {
  const [, accessed] = /^get (.+)$/.exec(name) ?? [];
  const isExport =
    accessed !== undefined && new RegExp(`export .*\\b(function|class|const) ${accessed}\\b`).test(source);
  return isExport || name === "get" || name === "<instance_members_initializer>";
}

const session = new Session();
session.connect();

function post(method: string, params: object = {}): Promise<unknown> {
  return new Promise((resolve, reject) => {
    session.post(method, params, (error, result) => (error === null ? resolve(result) : reject(error)));
  });
}

answerParent<WayTask, WayReport>(async ({ url }) => {
  await post("Profiler.enable");
  await post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  // Loaded here, so that everything is counted.
  const { EchoService } =
    require("soapwright-testing/golden/cases/wrapped-list/index") as typeof import("soapwright-testing/golden/cases/wrapped-list/index");
  const client = new EchoService({ endpoint: url });
  const call = (): Promise<readonly unknown[]> => client.echo({ CustomerId: 1, Tags: ["a"] });
  // One-time work is not part of a call; taking the counts resets them.
  for (let n = 0; n < 3; n++) await call();
  await post("Profiler.takePreciseCoverage");
  const items = await call();
  if (items.length !== 1) throw new Error(`${items.length} items`);
  const { result } = (await post("Profiler.takePreciseCoverage")) as Coverage;
  await client.close();
  const files: { [file: string]: number } = {};
  for (const { url: file, functions } of result) {
    const path = /\/(src\/[^/].*)$/.exec(file)?.[1];
    if (path === undefined || path.includes("node_modules")) continue;
    const source = readFileSync(file.replace("file://", ""), "utf8");
    const ran = functions.filter(({ ranges }) => ranges[0]?.count !== 0);
    const own = ran.filter(({ functionName }) => !isCompiled(functionName, source));
    if (own.length > 0) files[path] = own.length;
  }
  return { files };
});
