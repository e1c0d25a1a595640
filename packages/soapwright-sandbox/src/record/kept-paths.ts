/** Checks the paths of `--keep`: a path that matches nothing would silently keep no value. */
import { ConfigurationError } from "soapwright-runtime";
import { walkElements } from "soapwright-runtime/internal";
import type { ServiceOptions } from "../service-options";

/** Throws a `ConfigurationError` for a path whose names are nested in no type of the services. */
export function checkKeptPaths(services: readonly ServiceOptions[], paths: readonly string[]): void {
  if (paths.length === 0) return;
  const links = new Set<string>();
  const roots = services
    .flatMap(({ service }) => service.operations)
    .flatMap(({ input, output, faults }) => [
      ...input.body,
      ...(output?.body ?? []),
      ...faults.map(({ detail }) => detail),
    ]);
  walkElements(roots, ({ name: { local } }, { elements, attributes }) => {
    links.add(local);
    for (const child of elements) links.add(`${local}/${child.name.local}`);
    for (const { name } of attributes) links.add(`@${name.local}`).add(`${local}/@${name.local}`);
  });
  for (const path of paths) {
    const steps = path.split("/");
    const isKnown = steps.every((step, index) => links.has(index === 0 ? step : `${steps[index - 1]}/${step}`));
    if (isKnown) continue;
    throw new ConfigurationError(
      `keep: no element of the service has the path ${path}. Write local names with slashes, the operation first or any element below it.`,
      { option: "keep" },
    );
  }
}
