/** The types of the handlers of every version of the employee service. */
import type * as v21 from "../../../generated/v2.1/schemas";
import type * as v3 from "../../../generated/v3/schemas";
import type { HandlersOf } from "../typed-handlers";

/** What operations do, by method. */
export type EmployeeHandlers = HandlersOf<typeof v21> & HandlersOf<typeof v3>;
