/** The types of the handlers of every version of the employee service. */

import type { VersionSchemas } from "../../generated/versions";
import type { HandlersOf } from "../sandbox/index";

/** What operations do, by method. */
export type EmployeeHandlers = HandlersOf<VersionSchemas>;
