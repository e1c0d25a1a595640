import { transformSync } from "@swc/core";
import type { ServiceNode } from "soapwright-runtime";
import * as runtime from "soapwright-runtime";

/** Runs generated `schemas.ts` over the runtime of this project and gives the services it exports. */
export function runTables(schemas: string): ServiceNode[] {
  const { code } = transformSync(schemas, {
    jsc: { parser: { syntax: "typescript" }, target: "es2022" },
    module: { type: "commonjs" },
  });
  const exported: { [name: string]: unknown } = {};
  const load = new Function("require", "exports", code) as (load: () => unknown, exports: object) => void;
  load(() => runtime, exported);
  return Object.values(exported).filter(isService);
}

function isService(value: unknown): value is ServiceNode {
  return typeof value === "object" && value !== null && "operations" in value && "ports" in value;
}
