import type { HandlersOf } from "soapwright-sandbox";
import type { VersionSchemas } from "../../generated/versions";

/** Handlers of operations, by method, for every version. */
export type EmployeeHandlers = HandlersOf<VersionSchemas>;
