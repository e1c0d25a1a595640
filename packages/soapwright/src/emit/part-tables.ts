/** The parts of complex types, as calls of the table builders. */
import type {
  ElementModel,
  GroupModel,
  NamespaceConstraint,
  ParticleModel,
  PartModel,
  Presence,
} from "soapwright-contract";
import { array, type Code, call, object } from "./layout";
import { reference, type TableScope } from "./table-scope";
import { quoted } from "./text";

export function partTable(part: PartModel, scope: TableScope): Code {
  const { symbols, namespaces } = scope;
  switch (part.kind) {
    case "attribute": {
      const builder = part.presence === "required" ? "attribute" : "optionalAttribute";
      const options = optionsCode({ ...naming(part.key, part.name.local), ...constraints(part) });
      const items = [quoted(part.key), reference(part.type, scope), ...options];
      return call(`${namespaces.of(part.name.namespace)}.${builder}`, items);
    }
    case "simpleContent":
      return symbols.call("simpleContent", [quoted(part.key), reference(part.type, scope)]);
    case "anyAttribute":
      return symbols.call("anyAttribute", [quoted(part.key), constraintCode(part.namespaces)]);
    case "mixed":
      return symbols.call("mixed", [
        quoted(part.key),
        array(part.particles.map((inner) => particleTable(inner, scope))),
      ]);
    default:
      return particleTable(part, scope);
  }
}

function particleTable(particle: ParticleModel, scope: TableScope): Code {
  const { symbols } = scope;
  switch (particle.kind) {
    case "element":
      return elementTable(particle, scope);
    case "any": {
      const isList = particle.max > 1;
      const builder = named(isList ? "anyList" : "any", particle.presence);
      const items = [quoted(particle.key), constraintCode(particle.namespaces)];
      return symbols.call(builder, [...items, ...(isList ? optionsCode(occurrence(particle)) : [])]);
    }
    case "repeated": {
      const items = [quoted(particle.key), groupTable(particle.particle, scope), ...optionsCode(occurrence(particle))];
      return symbols.call(named("repeated", particle.presence), items);
    }
    default:
      return groupTable(particle, scope);
  }
}

export function elementTable(element: ElementModel, scope: TableScope): Code {
  const isList = element.max > 1;
  const isRequired = element.presence === "required";
  const builder = isList ? (isRequired ? "list" : "optionalList") : isRequired ? "element" : "optional";
  const options = {
    ...naming(element.key, element.name.local),
    ...constraints(element),
    ...(isList ? occurrence(element) : {}),
  };
  const items = [quoted(element.key), reference(element.type, scope), ...optionsCode(options)];
  return call(`${scope.namespaces.of(element.name.namespace)}.${builder}`, items);
}

function groupTable(group: GroupModel, scope: TableScope): Code {
  const stem =
    group.kind === "choice" && group.loose ? (group.optional ? "looseOptionalChoice" : "looseChoice") : group.kind;
  const builder = stem === group.kind && group.optional ? named(stem, "optional") : stem;
  return scope.symbols.call(builder, [array(group.particles.map((inner) => particleTable(inner, scope)))]);
}

function named(stem: string, presence: Presence): string {
  return presence === "required" ? stem : `optional${stem.charAt(0).toUpperCase()}${stem.slice(1)}`;
}

interface Options {
  readonly [option: string]: string;
}
function optionsCode(options: Options): Code[] {
  return Object.keys(options).length === 0 ? [] : [object(options)];
}
function naming(key: string, local: string): Options {
  return key === local ? {} : { name: quoted(local) };
}
function constraints(part: {
  readonly default?: string;
  readonly fixed?: string;
  readonly mediaType?: string;
}): Options {
  return {
    ...(part.default === undefined ? {} : { default: quoted(part.default) }),
    ...(part.fixed === undefined ? {} : { fixed: quoted(part.fixed) }),
    ...(part.mediaType === undefined ? {} : { mediaType: quoted(part.mediaType) }),
  };
}
function occurrence({ min, max }: { readonly min: number; readonly max: number }): Options {
  return { ...(min === 0 ? {} : { min: String(min) }), ...(max === Infinity ? {} : { max: String(max) }) };
}

function constraintCode(constraint: NamespaceConstraint): Code {
  switch (constraint.allow) {
    case "any":
      return object({ allow: quoted("any") });
    case "other":
      return object({ allow: quoted("other"), than: quoted(constraint.than) });
    case "list":
      return object({ allow: quoted("list"), of: array(constraint.of.map(quoted)) });
  }
}
