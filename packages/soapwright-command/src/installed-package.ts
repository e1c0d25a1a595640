import { UsageError } from "./command-end";

/** Returns a package that users install when they need it. Throws `UsageError` with the line that installs it. */
export function installedPackage<T>(name: string, command: string, load: () => T): T {
  const loaded = packageIfInstalled(name, load);
  if (loaded !== undefined) return loaded;
  throw new UsageError(`${command} needs the package ${name}, which is not installed. Install it: npm install ${name}`);
}

/** Returns undefined for an absent package. The absence of what it needs itself is thrown. `name` is what `load` asks for. */
export function packageIfInstalled<T>(name: string, load: () => T): T | undefined {
  try {
    return load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The message names the package that is absent, and the modules that asked for it below.
    if (code === "MODULE_NOT_FOUND" && message.split("\n", 1)[0]!.includes(`'${name}'`)) return undefined;
    throw error;
  }
}
