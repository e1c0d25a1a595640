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

/** A cap of `LoadLimits` was passed: the diagnostic is written, nothing more is worth doing. */
export class LimitReached extends Error {}

/** What the author of a schema should hear of its values, and nothing else rests on. */
export interface ValueChecks {
  /** @throws an error that says why the text is no regular expression of XML Schema. */
  pattern(text: string): unknown;
  /** What is wrong with a value of a type; undefined when nothing is. */
  wrongValue(type: TypeDefinition, value: string): string | undefined;
}

/**
 * What the builders of single constructs need of each other and of the whole. The constructs contain one another; this
 * is how they reach each other without importing each other.
 */
export interface SchemaContext {
  readonly diagnostics: Diagnostics;
  readonly references: References;
  /** Absent for who reads somebody else's schemas. */
  readonly checks: ValueChecks | undefined;
  /** An inline type. */
  complexType(source: XmlElement, scope: SchemaScope, owner: ElementDeclaration | undefined): ComplexType;
  /** An inline type. */
  simpleType(
    source: XmlElement,
    scope: SchemaScope,
    owner: ElementDeclaration | AttributeDeclaration | undefined,
  ): SimpleType;
  modelGroup(source: XmlElement, scope: SchemaScope): ModelGroup | undefined;
  /** @throws LimitReached */
  countType(position: Position): void;
  /** Runs when every component has its own contents and circular derivations are cut, in the order given. */
  afterwards(step: () => void): void;
  /** Like `afterwards`, and after the steps given for the types that `type` derives from. */
  afterBase(type: ComplexType, step: () => void): void;
}

/** References to global components. An unknown one is an error in the diagnostics, told once, and undefined. */
export interface References {
  /** The QName that a piece of an attribute means. */
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
