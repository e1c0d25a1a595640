import { ConfigurationError } from "./errors/configuration-error";
import { VERSION } from "./version";

/** A package beside the core, as its `package.json` describes it. */
export interface BesideCore {
  readonly name: string;
  readonly version: string;
  /** The range of the core, such as `>=0.1.0 <1`: the first version that fits, and all later ones of its major do. */
  readonly dependencies: { readonly "soapwright-runtime": string };
}

const CORE = "soapwright-runtime";

/**
 * Checks that this version of the core fits a package. The package calls it in `use`, a function that programs begin
 * with.
 *
 * @throws ConfigurationError that names both versions and the line that installs a version that fits.
 */
export function checkCore({ name, version, dependencies }: BesideCore, use: string, core: string = VERSION): void {
  const first = /[\d.]+/.exec(dependencies[CORE])![0];
  const [least, met] = [numbersOf(first), numbersOf(core)];
  const isOlder = least.some(
    (number, at) => number > met[at]! && least.slice(0, at).every((each, i) => each === met[i]),
  );
  if (met[0] === least[0] && !isOlder) return;
  const next = least[0]! + 1;
  throw new ConfigurationError(
    `${name} ${version} met ${CORE} ${core}, and needs ${first} or newer, below ${next}.0.0. Install one that fits: npm install "${CORE}@>=${first} <${next}".`,
    { option: use },
  );
}

/** A prerelease counts as its version: `1.2.0-rc.1` is 1.2.0. */
function numbersOf(version: string): readonly number[] {
  return version.split(/[-+]/, 1)[0]!.split(".").map(Number);
}
