import { UsageError } from "./command-end";

/**
 * Returns a package that users install when they need it. `load` requires it, or an entry point of it.
 * Throws `UsageError` with the line that installs it. The absence of what the package itself needs is thrown as it is.
 */
export function installedPackage<T>(name: string, command: string, load: () => T): T {
  try {
    return load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The message names the module that is absent in its first line, and the modules that asked for it below.
    const [first = ""] = message.split("\n", 1);
    if (code !== "MODULE_NOT_FOUND" || !(first.includes(`'${name}'`) || first.includes(`'${name}/`))) throw error;
    throw new UsageError(
      `${command} needs the package ${name}, which is not installed. Install it: npm install ${name}`,
    );
  }
}
