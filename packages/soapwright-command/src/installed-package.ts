import { UsageError } from "./command-end";

/**
 * Returns a package that users install when they need it.
 *
 * @throws UsageError with the line that installs it.
 */
export function installedPackage<T>(name: string, command: string, load: () => T): T {
  try {
    return load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The message names the package that is absent, and the modules that asked for it below.
    if (code !== "MODULE_NOT_FOUND" || !message.split("\n", 1)[0]!.includes(`'${name}'`)) throw error;
    throw new UsageError(
      `${command} needs the package ${name}, which is not installed. Install it: npm install ${name}`,
    );
  }
}
