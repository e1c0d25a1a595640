/** The types of the handlers of every version of the employee service. */

import type { HandlersOf } from "soapwright-sandbox";
import type { VersionSchemas } from "../../generated/versions";

/** What operations do, by method. */
export type EmployeeHandlers = HandlersOf<VersionSchemas>;
