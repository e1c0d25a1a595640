/** Counts the functions of ours that run in a small call, by V8's own coverage. */
import { Session } from "node:inspector";
import { answerParent } from "soapwright-testing/stage/child";

export interface WayTask {
  readonly url: string;
}

export interface WayReport {
  /** Files below `src/` of which a function ran. */
  readonly files: readonly string[];
  readonly functions: number;
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
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
  const ours = result
    .map(({ url: file, functions }) => ({
      file: /\/(src\/[^/].*)$/.exec(file)?.[1] ?? "",
      functions: functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length,
    }))
    .filter(({ file, functions }) => file !== "" && !file.includes("node_modules") && functions > 0);
  return {
    files: ours.map(({ file }) => file).sort(),
    functions: ours.reduce((sum, { functions }) => sum + functions, 0),
  };
});
