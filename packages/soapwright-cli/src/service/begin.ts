import { checkFit } from "../fit";

/** Loads what makes calls and reports its errors. */
export const loadedActions = () => require("#actions") as typeof import("./actions");

/** Loads what makes calls, when a command begins. Throws a `ConfigurationError` if the installed core does not fit. */
export function actions(): typeof import("./actions") {
  checkFit("runService");
  return loadedActions();
}

/** Calls the operation and prints the result. A list is printed item by item, on arrival. Rejects with the call's error. */
export const callAndPrint: typeof import("./call-and-print").callAndPrint = async (...call) =>
  actions().callAndPrint(...call);
