import { reachOrder } from "../messages";
import type { Model, Naming, TypeId, TypeModel } from "../model";
import type { ModelOptions } from "../model-options";
import { nameableTypes } from "../names/chosen-names";
import { identifierOf, NameScope, namesBeside, pascalCase, upperFirst } from "../names/identifiers";
import { namespaceWords } from "../names/namespace-words";
import { reservedConstants } from "../names/reserved";
import { homeNamespaces, typeNamespaces } from "../names/type-namespaces";
import { typesById } from "../walk";

/** Within a namespace, the types whose names come from the source keep theirs, in this order. */
const order: readonly Naming["after"][] = ["type", "element", "message", "head"];

/** Types that want the same name, by namespace. The type of the first namespace keeps the name. */
type Claim = readonly (readonly [namespace: string, types: readonly TypeModel[]])[];

/**
 * Assigns each type its TypeScript name: the user's choice, or the source's name in the chosen case, between prefix and
 * suffix. A reserved name gets a `_`. If types of several namespaces want the same name, a named type keeps it, the
 * service's target namespace first, then in the order that operations reach them; the others get a word of their
 * namespace. So names do not change when the WSDL grows. Within a namespace names get numbers.
 */
export function nameTypes(model: Model, options: ModelOptions = {}): Model {
  const namer = new TypeNamer(model, options);
  return { ...model, types: model.types.map((type) => ({ ...type, name: namer.nameOf(type) })) };
}

/** Assigns a TypeScript name to each type of the model, without duplicates. */
class TypeNamer {
  readonly #byId: ReadonlyMap<TypeId, TypeModel>;
  readonly #scope = new NameScope();
  readonly #reserved: ReadonlySet<string>;
  readonly #names = new Map<TypeId, string>();
  /** Names without prefix and suffix, from which other names are derived. */
  readonly #stems = new Map<TypeId, string>();
  /** The namespace of each assigned name. */
  readonly #namespaces = new Map<string, string>();
  readonly #namespaceOf: ReadonlyMap<TypeId, string>;
  /** The namespaces of the service, whose types keep their names first. */
  readonly #homes: readonly string[];
  /** `namespaceWords` of each namespace: many types share one. */
  readonly #words = new Map<string, readonly string[]>();
  /** The order in which operations reach the types. */
  #reached: ReadonlyMap<TypeId, number> | undefined;

  constructor(
    private readonly model: Model,
    private readonly options: ModelOptions,
  ) {
    const { className } = options;
    this.#byId = typesById(model);
    this.#reserved = new Set([...reservedConstants, ...(className === undefined ? [] : namesBeside(className))]);
    this.#namespaceOf = typeNamespaces(model);
    this.#homes = homeNamespaces(model);
    this.#assignChosenNames();
    const claims = [...this.#claims()];
    // Names from the source have precedence over names with a namespace's word.
    for (const [stem, claim] of claims) this.#keepPlain(stem, claim);
    for (const [stem, claim] of claims) this.#distinguish(stem, claim);
  }

  nameOf(type: TypeModel): string {
    this.#stemOf(type);
    return this.#names.get(type.id) ?? "";
  }

  #assignChosenNames(): void {
    const { types } = this.options.names ?? {};
    if (types === undefined) return;
    const nameable = nameableTypes(this.model);
    const chosen = new Map([...types].map(([key, { name }]) => [nameable.get(key), name]));
    for (const type of this.model.types) {
      const name = chosen.get(type);
      if (name === undefined) continue;
      this.#assign(type, this.#scope.take(this.#unreserved(name)));
      this.#stems.set(type.id, name);
    }
  }

  /** Returns the types that are named after a component of the source, by the stem that they want. */
  #claims(): Map<string, Claim> {
    const claims = new Map<string, Map<string, TypeModel[]>>();
    for (const after of order)
      for (const type of this.model.types) {
        const { naming } = type;
        if (naming.after !== after || !("local" in naming) || this.#names.has(type.id)) continue;
        const stem = this.#cased(after === "head" ? `${upperFirst(naming.local)}Element` : naming.local);
        const claim = claims.get(stem) ?? new Map<string, TypeModel[]>();
        claims.set(stem, claim);
        const namespace = this.#namespaceOf.get(type.id)!;
        const others = claim.get(namespace);
        if (others === undefined) claim.set(namespace, [type]);
        else others.push(type);
      }
    return new Map([...claims].map(([stem, claim]) => [stem, this.#ranked([...claim])]));
  }

  /** Ranks named types first, so that a new operation's element displaces none, then home namespaces, then reach. */
  #ranked(claim: Claim): Claim {
    if (claim.length < 2) return claim;
    this.#reached ??= reachOrder(this.model);
    const ranked = claim.map((entry) => {
      const [namespace, types] = entry;
      const home = this.#homes.indexOf(namespace);
      return {
        entry,
        kind: types.some(({ naming }) => naming.after === "type") ? 0 : 1,
        home: home === -1 ? this.#homes.length : home,
        reached: types.reduce((first, { id }) => Math.min(first, this.#reached?.get(id) ?? Infinity), Infinity),
      };
    });
    ranked.sort((a, b) => a.kind - b.kind || a.home - b.home || (a.reached < b.reached ? -1 : 1));
    return ranked.map(({ entry }) => entry);
  }

  #keepPlain(stem: string, [first]: Claim): void {
    const type = first?.[1][0];
    if (type !== undefined && !this.#scope.has(this.#unreserved(this.#around(stem)))) this.#take(type, stem);
  }

  #distinguish(stem: string, claim: Claim): void {
    const used = new Set<string>();
    for (const [namespace, types] of claim) {
      const isFirst = types[0] !== undefined && this.#names.has(types[0].id);
      const word = isFirst ? undefined : this.#freeWord(stem, namespace, used);
      const wanted = word === undefined ? stem : `${word}${upperFirst(stem)}`;
      for (const type of types) if (!this.#names.has(type.id)) this.#take(type, wanted);
      used.add(word ?? this.#wordsOf(namespace)[0]!);
    }
  }

  #freeWord(stem: string, namespace: string, used: ReadonlySet<string> = new Set()): string {
    const candidates = this.#wordsOf(namespace);
    const isFree = (word: string): boolean =>
      !used.has(word) && !this.#scope.has(this.#unreserved(this.#around(`${word}${upperFirst(stem)}`)));
    return candidates.find(isFree) ?? candidates.at(-1)!;
  }

  #wordsOf(namespace: string): readonly string[] {
    const known = this.#words.get(namespace) ?? namespaceWords(namespace);
    this.#words.set(namespace, known);
    return known;
  }

  #stemOf(type: TypeModel | undefined): string {
    if (type === undefined) return "";
    const cached = this.#stems.get(type.id);
    if (cached !== undefined) return cached;
    // Ends the recursion for a type that contains itself through anonymous parts only.
    this.#stems.set(type.id, "");
    const { naming } = type;
    const source =
      naming.after === "path"
        ? `${this.#stemOf(this.#byId.get(naming.owner))}_${naming.local}`
        : naming.after === "alternatives"
          ? `Any${upperFirst(this.#stemOf(this.#byId.get(naming.type)))}`
          : naming.local;
    const stem = this.#cased(source);
    const [name, namespace] = [this.#unreserved(this.#around(stem)), this.#namespaceOf.get(type.id)!];
    const isOthers = this.#scope.has(name) && this.#namespaces.get(name) !== namespace;
    return this.#take(type, isOthers ? `${this.#freeWord(stem, namespace)}${upperFirst(stem)}` : stem);
  }

  /** Assigns the stem's name, with a number if it is taken. Returns the stem with the number. */
  #take(type: TypeModel, stem: string): string {
    const wanted = this.#around(stem);
    const name = this.#scope.take(this.#unreserved(wanted));
    // The `_` or number at the end becomes part of the stem.
    return this.#assign(type, name, stem + name.slice(wanted.length));
  }

  #assign(type: TypeModel, name: string, stem = name): string {
    this.#names.set(type.id, name);
    this.#stems.set(type.id, stem);
    this.#namespaces.set(name, this.#namespaceOf.get(type.id)!);
    return stem;
  }

  #cased(source: string): string {
    return this.options.typeCase === "pascal" ? pascalCase(source) : identifierOf(source);
  }

  #around(stem: string): string {
    const { typePrefix = "", typeSuffix = "" } = this.options;
    return identifierOf(`${typePrefix}${stem}${typeSuffix}`);
  }

  #unreserved(name: string): string {
    return this.#reserved.has(name) ? `${name}_` : name;
  }
}
