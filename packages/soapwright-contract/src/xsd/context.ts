import type { Diagnostics, Position } from "../diagnostics";
import type { LoadLimits } from "../load/default-limits";
import { raise } from "../remedy";
import type { XmlElement } from "../xml/xml";
import type {
  AttributeDeclaration,
  ComplexType,
  ElementDeclaration,
  IdentityConstraint,
  ModelGroup,
  SimpleType,
  TypeDefinition,
} from "./components";
import type { SchemaScope } from "./registry";
import { References, type ReferenceTerms } from "./resolve-references";

/** Thrown after the report of an exceeded limit, to end the build. */
export class LimitReached extends Error {}

/** The builders of constructs that contain one another, passed in to avoid import cycles. */
export interface Builders {
  complexType(source: XmlElement, context: SchemaContext, owner: ElementDeclaration): ComplexType;
  simpleType(
    source: XmlElement,
    context: SchemaContext,
    owner: ElementDeclaration | AttributeDeclaration | undefined,
  ): SimpleType;
  modelGroup(source: XmlElement, context: SchemaContext): ModelGroup | undefined;
}

export class Build {
  readonly types: TypeDefinition[] = [];
  /** Steps to run in order, after all components are filled and circular derivations are cut. */
  readonly later: (() => void)[] = [];
  readonly baseFirst = new BaseFirst();
  /** Keyed by `expandedName`. */
  readonly identityConstraints = new Map<string, IdentityConstraint>();
  private typeCount = 0;

  constructor(
    readonly builders: Builders,
    private readonly limits: LoadLimits,
    private readonly diagnostics: Diagnostics,
  ) {}

  /** @throws LimitReached */
  countType(position: Position): void {
    if (++this.typeCount <= this.limits.maxTypes) return;
    this.diagnostics.error(position, "too-many-types", `more than ${this.limits.maxTypes} types`, raise("--max-types"));
    throw new LimitReached();
  }
}

/** Builds the inline components of a scope, and resolves its references. */
export class SchemaContext extends References {
  constructor(
    terms: ReferenceTerms,
    scope: SchemaScope,
    private readonly build: Build,
  ) {
    super(terms, scope);
  }

  complexType(source: XmlElement, owner: ElementDeclaration): ComplexType {
    const type = this.build.builders.complexType(source, this, owner);
    this.build.types.push(type);
    return type;
  }

  simpleType(source: XmlElement, owner?: ElementDeclaration | AttributeDeclaration): SimpleType {
    const type = this.build.builders.simpleType(source, this, owner);
    this.build.types.push(type);
    return type;
  }

  modelGroup(source: XmlElement): ModelGroup | undefined {
    return this.build.builders.modelGroup(source, this);
  }

  get identityConstraints(): Map<string, IdentityConstraint> {
    return this.build.identityConstraints;
  }

  countType(position: Position): void {
    this.build.countType(position);
  }

  afterwards(step: () => void): void {
    this.build.later.push(step);
  }

  /** Adds a step to run after the steps for the base types of `type`. */
  afterBase(type: ComplexType, step: () => void): void {
    this.build.baseFirst.add(type, step);
  }
}

/** Runs steps that complete types, for base types first. Derivations must have no cycles. */
class BaseFirst {
  private readonly steps = new Map<ComplexType, (() => void)[]>();

  add(type: ComplexType, step: () => void): void {
    const cached = this.steps.get(type);
    if (cached === undefined) this.steps.set(type, [step]);
    else cached.push(step);
  }

  run(): void {
    const done = new Set<ComplexType>();
    for (const type of this.steps.keys()) {
      const chain: ComplexType[] = [];
      for (let at = type; !done.has(at) && at.base !== at; ) {
        chain.push(at);
        done.add(at);
        if (at.base.kind !== "complexType") break;
        at = at.base;
      }
      for (const one of chain.reverse()) for (const step of this.steps.get(one) ?? []) step();
    }
  }
}
