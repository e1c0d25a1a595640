import { dependencies, name, version } from "../package.json";

/**
 * Checks that the installed core fits this package; what a program begins with calls it.
 *
 * @throws ConfigurationError that names both versions and the line that installs a version that fits.
 */
export function checkFit(use: string): void {
  // Help and completion load no client.
  const { checkCore } = require("soapwright-runtime/errors") as typeof import("soapwright-runtime/errors");
  checkCore({ name, version, dependencies }, use);
}
