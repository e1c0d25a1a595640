import type { Diagnostics, Position } from "../diagnostics";
import type { QName } from "../xml/qname";
import type { XmlElement } from "../xml/tree";
import type {
  AttributeDeclaration,
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  ModelGroup,
  SimpleType,
  TypeDefinition,
} from "./components";
import type { AttributeGroupDefinition, GroupDefinition } from "./registry";
import type { SchemaScope } from "./scope";

/** Thrown when a limit of `LoadLimits` is exceeded, after it was reported, to end the build. */
export class LimitReached extends Error {}

/**
 * The state that the builders of single constructs share. Constructs contain one another, so builders call each other
 * through this object, without importing each other.
 */
export interface SchemaContext {
  readonly diagnostics: Diagnostics;
  readonly references: References;
  /** Builds an inline type. */
  complexType(source: XmlElement, scope: SchemaScope, owner: ElementDeclaration | undefined): ComplexType;
  /** Builds an inline type. */
  simpleType(
    source: XmlElement,
    scope: SchemaScope,
    owner: ElementDeclaration | AttributeDeclaration | undefined,
  ): SimpleType;
  modelGroup(source: XmlElement, scope: SchemaScope): ModelGroup | undefined;
  /** @throws LimitReached */
  countType(position: Position): void;
  /** Adds a step to run in order, once all components are filled and circular derivations are cut. */
  afterwards(step: () => void): void;
  /** Like `afterwards`, but after the steps for the base types of `type`. */
  afterBase(type: ComplexType, step: () => void): void;
}

/** References to global components. An unknown one is reported once and returns undefined. */
export interface References {
  /** The QName of one item in an attribute's value. */
  nameIn(written: string, source: XmlElement, attributeName: string, scope: SchemaScope): QName | undefined;
  type(source: XmlElement, attributeName: string, scope: SchemaScope): TypeDefinition | undefined;
  typeNamed(name: QName, source: XmlElement, attributeName: string, scope: SchemaScope): TypeDefinition | undefined;
  element(source: XmlElement, attributeName: string, scope: SchemaScope): ElementDeclaration | undefined;
  attribute(source: XmlElement, scope: SchemaScope): AttributeDeclaration | undefined;
  group(source: XmlElement, scope: SchemaScope): GroupDefinition | undefined;
  attributeGroup(
    source: XmlElement,
    scope: SchemaScope,
  ): AttributeGroupDefinition | readonly AttributeUse[] | undefined;
}
