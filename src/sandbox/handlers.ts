import type { HandlersOf } from "soapwright-sandbox";
import type { VersionSchemas } from "../../generated/versions";

/** Handlers of operations of all versions, by method. */
export type EmployeeHandlers = HandlersOf<VersionSchemas>;
