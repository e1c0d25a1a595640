import { checkCore } from "soapwright-runtime/errors";
import { dependencies, name, version } from "../package.json";

/**
 * Checks that the installed core fits this package; what a program begins with calls it.
 *
 * @throws ConfigurationError that names both versions and the line that installs a version that fits.
 */
export function checkFit(use: string): void {
  checkCore({ name, version, dependencies }, use);
}
