/** Builders of particles: elements, groups and wildcards (XML Schema Part 1, sections 3.7 to 3.10). */
import type {
  ElementNode,
  GroupNode,
  IdentityNode,
  NamespaceConstraint,
  NodeRef,
  ParticleNode,
  ProcessContents,
  RepeatedNode,
  WildcardNode,
} from "./nodes";

export interface ElementOptions {
  /** The local name, when it differs from the name of the property. */
  readonly name?: string;
  /** Lexical default value. */
  readonly default?: string;
  /** Lexical fixed value. */
  readonly fixed?: string;
  /** Media type of the element's octets, when they travel beside the envelope. */
  readonly mediaType?: string;
  /** Identity constraints, as `identity` returns them. */
  readonly identity?: IdentityNode;
}
export interface Occurrence {
  /** Minimum number of occurrences. Default: 0. */
  readonly min?: number;
  /** Maximum number of occurrences. Default: unbounded. */
  readonly max?: number;
}
export interface ListOptions extends ElementOptions, Occurrence {}

/** The lexical default and fixed value, where the schema has them. */
export function lexicalsOf(options: ElementOptions): Pick<ElementOptions, "default" | "fixed"> {
  return {
    ...(options.default === undefined ? {} : { default: options.default }),
    ...(options.fixed === undefined ? {} : { fixed: options.fixed }),
  };
}

function elementNode(
  namespace: string,
  key: string,
  type: NodeRef,
  min: number,
  max: number,
  options: ListOptions = {},
): ElementNode {
  return {
    kind: "element",
    key,
    name: { namespace, local: options.name ?? key },
    type,
    min,
    max,
    array: max > 1,
    ...lexicalsOf(options),
    ...(options.mediaType === undefined ? {} : { mediaType: options.mediaType }),
    ...(options.identity === undefined ? {} : { identity: options.identity }),
  };
}

/** The builders of elements in one namespace. */
export interface ElementBuilders {
  /** Builds an element that occurs once. */
  element(key: string, type: NodeRef, options?: ElementOptions): ElementNode;
  /** Builds an element that occurs at most once. */
  optional(key: string, type: NodeRef, options?: ElementOptions): ElementNode;
  /** Builds a repeated element with a required array. */
  list(key: string, type: NodeRef, options?: ListOptions): ElementNode;
  /** Builds a repeated element with an optional array. */
  optionalList(key: string, type: NodeRef, options?: ListOptions): ElementNode;
}
export function elementBuilders(namespace: string): ElementBuilders {
  const list = (key: string, type: NodeRef, options: ListOptions = {}): ElementNode =>
    elementNode(namespace, key, type, options.min ?? 0, options.max ?? Infinity, options);
  return {
    element: (key, type, options) => elementNode(namespace, key, type, 1, 1, options),
    optional: (key, type, options) => elementNode(namespace, key, type, 0, 1, options),
    list,
    optionalList: list,
  };
}

type Particles = readonly ParticleNode[];
function group(kind: GroupNode["kind"], optional: boolean, particles: Particles): GroupNode {
  return { kind, optional, particles };
}

/** Builds an `xs:sequence` that occurs once. */
export function sequence(particles: Particles): GroupNode {
  return group("sequence", false, particles);
}
/** Builds an `xs:sequence` that occurs at most once. */
export function optionalSequence(particles: Particles): GroupNode {
  return group("sequence", true, particles);
}
/** Builds an `xs:all` that occurs once. */
export function all(particles: Particles): GroupNode {
  return group("all", false, particles);
}
/** Builds an `xs:all` that occurs at most once. */
export function optionalAll(particles: Particles): GroupNode {
  return group("all", true, particles);
}
/** Builds an `xs:choice` that occurs once: exactly one branch. */
export function choice(branches: Particles): GroupNode {
  return group("choice", false, branches);
}
/** Builds an `xs:choice` that occurs at most once. */
export function optionalChoice(branches: Particles): GroupNode {
  return group("choice", true, branches);
}
/**
 * Builds a `choice` in a type whose choices have too many combinations for the compiler, so that it is checked only at
 * run time.
 */
export function looseChoice(branches: Particles): GroupNode {
  return group("choice", false, branches);
}
/** Builds an optional choice that is checked only at run time: see `looseChoice`. */
export function looseOptionalChoice(branches: Particles): GroupNode {
  return group("choice", true, branches);
}

/** Builds a compositor that occurs repeatedly, as a required array of its occurrences. */
export function repeated(key: string, particle: GroupNode, { min = 0, max = Infinity }: Occurrence = {}): RepeatedNode {
  return { kind: "repeated", key, min, max, particle };
}
/** Builds a compositor that occurs repeatedly, as an optional array of its occurrences. */
export function optionalRepeated(key: string, particle: GroupNode, options?: Occurrence): RepeatedNode {
  return repeated(key, particle, options);
}

interface WildcardOptions {
  /** Whether `strict` checks what the wildcard accepts. Default: `lax`. */
  readonly process?: ProcessContents;
  /** Whether its elements may be anywhere in the content (`xs:openContent`). */
  readonly open?: true;
}
function wildcard(
  key: string,
  namespaces: NamespaceConstraint,
  { min, max }: { readonly min: number; readonly max: number },
  options: WildcardOptions,
): WildcardNode {
  return { kind: "any", key, min, max, array: max > 1, namespaces, ...options };
}
/** Builds an `xs:any` that occurs once. */
export function any(key: string, namespaces: NamespaceConstraint, options: WildcardOptions = {}): WildcardNode {
  return wildcard(key, namespaces, { min: 1, max: 1 }, options);
}
/** Builds an `xs:any` that occurs at most once. */
export function optionalAny(key: string, namespaces: NamespaceConstraint, options: WildcardOptions = {}): WildcardNode {
  return wildcard(key, namespaces, { min: 0, max: 1 }, options);
}
/** Builds a repeated `xs:any` with a required array. */
export function anyList(
  key: string,
  namespaces: NamespaceConstraint,
  { min = 0, max = Infinity, ...options }: Occurrence & WildcardOptions = {},
): WildcardNode {
  return wildcard(key, namespaces, { min, max }, options);
}
/** Builds a repeated `xs:any` with an optional array. */
export function optionalAnyList(
  key: string,
  namespaces: NamespaceConstraint,
  options?: Occurrence & WildcardOptions,
): WildcardNode {
  return anyList(key, namespaces, options);
}
