import { UsageError } from "../end/command-end";

/** Codes of Node.js for a module that is not found: of `require`, which tests use, and of `import`. */
const ABSENT = new Set(["MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND"]);

/**
 * Resolves to a package that users install when they need it. `load` imports it, or an entry point of it.
 * Rejects with a `UsageError` with the line that installs it, or all `packages` of the command, and with the absence of what
 * the package itself needs as it is.
 */
export async function installedPackage<T>(
  name: string,
  command: string,
  load: () => Promise<T>,
  packages: readonly string[] = [name],
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The message names the module that is absent in its first line, and the modules that asked for it below.
    const [first = ""] = message.split("\n", 1);
    if (!ABSENT.has(String(code)) || !(first.includes(`'${name}'`) || first.includes(`'${name}/`))) throw error;
    throw new UsageError(
      `${command} needs the package ${name}, which is not installed. Install it: npm install ${packages.join(" ")}`,
    );
  }
}
