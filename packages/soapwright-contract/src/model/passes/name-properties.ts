import { expandedName } from "../../xml/xml";
import { mapMessages } from "../messages";
import type {
  AttributeModel,
  ComplexModel,
  ElementModel,
  MessageModel,
  Model,
  ParticleModel,
  PartModel,
  TypeId,
} from "../model";
import type { ModelOptions } from "../model-options";
import { type PropertyNames, propertyNames } from "../names/chosen-names";
import { NameScope } from "../names/identifiers";
import { isParticle, mapInside, ownKeyedParts } from "../parts";
import { mapComplex, typesById } from "../walk";

/**
 * Assigns each element, attribute and wildcard its property: the name on the wire in the chosen case, or the name that
 * the user chose. An attribute beside an element of the same name becomes `<name>Attribute`; a name that is still not
 * unique gets a number. Branches of a choice share a property for equal elements.
 */
export function nameProperties(model: Model, options: ModelOptions = {}): Model {
  const names = propertyNames(options);
  const types = typesById(model);
  const done = new Map<TypeId, { readonly type: ComplexModel; readonly keys: ReadonlySet<string> }>();
  const named = (type: ComplexModel): { readonly type: ComplexModel; readonly keys: ReadonlySet<string> } => {
    const cached = done.get(type.id);
    if (cached !== undefined) return cached;
    const base = type.base === undefined ? undefined : types.get(type.base);
    const inherited = base?.kind === "complex" ? named(base).keys : new Set<string>();
    const keys = new Set(["$type", ...inherited]);
    const result = { type: { ...type, parts: nameParts(type.parts, keys, names) }, keys };
    done.set(type.id, result);
    return result;
  };
  const all = mapComplex(model, (type) => named(type).type);
  return mapMessages(all, (message) => nameMessage(message, names));
}

/** Names the elements of the Body and the attachments if there are several, because a single one is unwrapped. */
function nameMessage(message: MessageModel, names: PropertyNames): MessageModel {
  const { body, attachments } = message;
  if (body.length + attachments.length < 2) return message;
  const keys = new NameScope();
  const named = <E extends ElementModel>(element: E): E => ({
    ...element,
    key: keys.take(names.element(element.name)),
  });
  return { ...message, body: body.map(named), attachments: attachments.map(named) };
}

function nameParts(parts: readonly PartModel[], keys: Set<string>, names: PropertyNames): PartModel[] {
  const natural = new Set(naturalNames(parts.filter(isParticle), names));
  const namer = new Namer(keys, natural, names);
  // Particles of mixed content name the items of a list, so they do not collide with other properties.
  const first = parts.map((part): PartModel => {
    if (part.kind === "mixed") {
      const inside = new MixedNamer(names);
      return { ...mapInside(part, (at) => inside.named(at)), key: namer.take("content") };
    }
    if (part.kind === "simpleContent") return { ...part, key: namer.take("value") };
    return isParticle(part) ? namer.particle(part, new Map()) : part;
  });
  return first.map((part): PartModel => {
    if (part.kind === "attribute") return { ...part, key: namer.attribute(part) };
    return part.kind === "anyAttribute" ? { ...part, key: namer.take("anyAttributes") } : part;
  });
}

function naturalNames(particles: readonly ParticleModel[], names: PropertyNames): string[] {
  return elementsOf(particles).map(({ name }) => names.element(name));
}

/** The keys of elements in the visited branches of a choice, by `sharing`. */
type Shared = ReadonlyMap<string, string>;

/** The property names of one type that are taken. */
class Namer {
  /** The next number of each name that is taken. */
  private readonly numbers = new Map<string, number>();

  constructor(
    private readonly taken: Set<string>,
    private readonly natural: ReadonlySet<string>,
    private readonly names: PropertyNames,
  ) {}

  /** Returns `wanted`, or a numbered name that is not the natural name of another element. */
  take(wanted: string): string {
    let key = wanted;
    if (this.taken.has(wanted)) {
      let number = this.numbers.get(wanted) ?? 2;
      do key = `${wanted}${number++}`;
      while (this.taken.has(key) || this.natural.has(key));
      this.numbers.set(wanted, number);
    }
    this.taken.add(key);
    return key;
  }

  attribute({ name }: AttributeModel): string {
    const wanted = this.names.attribute(name);
    return this.take(this.taken.has(wanted) && !this.names.isChosen(name) ? `${wanted}Attribute` : wanted);
  }

  particles(particles: readonly ParticleModel[], shared: Shared): ParticleModel[] {
    return particles.map((particle) => this.particle(particle, shared));
  }

  particle(particle: ParticleModel, shared: Shared): ParticleModel {
    switch (particle.kind) {
      case "element": {
        const sharedName = shared.size === 0 ? undefined : shared.get(sharing(particle));
        return { ...particle, key: sharedName ?? this.take(this.names.element(particle.name)) };
      }
      case "any":
        return { ...particle, key: this.take("any") };
      case "repeated": {
        const { particle: group } = particle;
        const natural = new Set(naturalNames(group.particles, this.names));
        const inside = new Namer(new Set(["$type"]), natural, this.names);
        const key = this.take(this.names.plain(group.component.name?.local ?? group.kind));
        return {
          ...particle,
          key,
          particle: { ...group, particles: inside.group(group.kind, group.particles, new Map()) },
        };
      }
      default:
        return { ...particle, particles: this.group(particle.kind, particle.particles, shared) };
    }
  }

  group(kind: "sequence" | "choice" | "all", particles: readonly ParticleModel[], shared: Shared): ParticleModel[] {
    if (kind !== "choice") return this.particles(particles, shared);
    const seen = new Map(shared);
    return particles.map((branch) => {
      const named = this.particle(branch, seen);
      for (const element of elementsOf([named]))
        if (!seen.has(sharing(element))) seen.set(sharing(element), element.key);
      return named;
    });
  }
}

/** Names the items of mixed content, which share one list: equal elements have the same property everywhere. */
class MixedNamer {
  private readonly keys = new NameScope();
  private readonly keysByElement = new Map<string, string>();

  constructor(private readonly names: PropertyNames) {}

  named(particle: ParticleModel): ParticleModel {
    if (particle.kind === "repeated") return { ...particle, key: this.keys.take(particle.particle.kind) };
    if (particle.kind !== "element" && particle.kind !== "any") return particle;
    const [wanted, same] =
      particle.kind === "any"
        ? ["any", "any"]
        : [this.names.element(particle.name), `${expandedName(particle.name)} ${JSON.stringify(particle.type)}`];
    const key = this.keysByElement.get(same) ?? this.keys.take(wanted);
    this.keysByElement.set(same, key);
    return { ...particle, key };
  }
}

function elementsOf(particles: readonly ParticleModel[]): ElementModel[] {
  return ownKeyedParts(particles).filter((part) => part.kind === "element");
}

/** Returns the identity of an element: equal elements share a property in branches that exclude each other. */
function sharing(element: ElementModel): string {
  return `${expandedName(element.name)} ${element.max > 1 ? "list" : "one"} ${JSON.stringify(element.type)}`;
}
