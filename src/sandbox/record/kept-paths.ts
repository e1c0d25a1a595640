/** Checks the paths of `--keep`: one that names nothing would keep nothing, and nobody would notice. */
import { ConfigurationError } from "../../door";
import type { ComplexNode, ElementNode, NodeRef, PartNode, TypeNode } from "../../schema/codec";
import { typeOf } from "../declarations";
import type { ServiceOptions } from "../service-options";

/** Throws a `ConfigurationError` for a path whose names no type of the services has below one another. */
export function checkKeptPaths(services: readonly ServiceOptions[], paths: readonly string[]): void {
  if (paths.length === 0) return;
  const links = new Set<string>();
  const seen = new Set<TypeNode>();
  for (const { service } of services) {
    for (const { input, output, faults } of service.operations) {
      for (const element of [...input.body, ...(output?.body ?? []), ...faults.map(({ detail }) => detail)]) {
        visit(element, links, seen);
      }
    }
  }
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

function visit(element: ElementNode, links: Set<string>, seen: Set<TypeNode>): void {
  links.add(element.name.local);
  for (const name of namesIn(element.type, links, seen)) links.add(`${element.name.local}/${name}`);
}

/** Names right below a type; what stands deeper is linked on the way. */
function namesIn(ref: NodeRef, links: Set<string>, seen: Set<TypeNode>): string[] {
  const type = typeOf(ref);
  const isNew = !seen.has(type);
  seen.add(type);
  switch (type.kind) {
    case "nillable":
      return namesIn(type.type, links, seen);
    case "polymorphic":
      return type.alternatives.flatMap((alternative) => namesIn(alternative.type, links, seen));
    case "complex":
      return namesOfParts(type, links, seen, isNew);
    default:
      return [];
  }
}

function namesOfParts(type: ComplexNode, links: Set<string>, seen: Set<TypeNode>, isNew: boolean): string[] {
  const names: string[] = [];
  const add = (part: PartNode): void => {
    if (part.kind === "element") {
      names.push(part.name.local);
      if (isNew) visit(part, links, seen);
      else links.add(part.name.local);
    } else if (part.kind === "attribute") {
      names.push(`@${part.name.local}`);
      links.add(`@${part.name.local}`);
    } else if (part.kind === "extension") names.push(...namesIn(part.base, links, seen));
    else if (part.kind === "repeated") part.particle.particles.forEach(add);
    else if ("particles" in part) part.particles.forEach(add);
  };
  type.parts.forEach(add);
  return names;
}
