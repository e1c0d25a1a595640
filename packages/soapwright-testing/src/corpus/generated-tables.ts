import * as codecs from "soapwright-runtime/codecs";
import type { ServiceNode } from "soapwright-runtime/tables";
import * as tables from "soapwright-runtime/tables";
import { loadTables } from "../../../soapwright/src/commands/verify/generated-tables";

/** What generated `schemas.ts` import. */
export const runtime = { ...codecs, ...tables };

/** Runs generated `schemas.ts` with this project's runtime and returns the services that it exports. */
export function runTables(files: ReadonlyMap<string, string>): ServiceNode[] {
  return Object.values(loadTables(files, runtime)).filter(isService);
}

function isService(value: unknown): value is ServiceNode {
  return typeof value === "object" && value !== null && "operations" in value && "ports" in value;
}
