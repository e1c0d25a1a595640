import { checkCore } from "soapwright-runtime/errors";
import { dependencies, name, version } from "../package.json";

/** Whether a check has passed. Values are converted by the thousand, and the core of a process stays the same. */
let fits = false;

/**
 * Checks on first use that the installed core fits this package.
 *
 * @throws ConfigurationError that names both versions and the line that installs a version that fits.
 */
export function checkFit(use: string): void {
  if (fits) return;
  checkCore({ name, version, dependencies }, use);
  fits = true;
}
