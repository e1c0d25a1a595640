/**
 * The types that annotate tables. Each names the values that its table describes, only for the compiler. Builders
 * return the annotated type, and `../proof` in generated code checks that a table fits its interface.
 */
import type { QName } from "../../xml/xml-names";
import type { AnyTypeNode, ComplexNode, ElementNode, PolymorphicNode, SimpleNode, SoapArrayNode } from "./nodes";
import type { Flat } from "./table-values";

export declare const identity: unique symbol;
export declare const shape: unique symbol;

/** A table of a simple type whose values are `T`. */
export interface SimpleType<T> extends SimpleNode {
  readonly [identity]: <X>() => X extends T ? 1 : 2;
}
/** A table of a complex type whose values are `T`. */
export interface ComplexType<T> extends ComplexNode {
  readonly [shape]: <X>() => X extends Flat<T> ? 1 : 2;
}
/** A table of alternatives that `$type` discriminates. `T` is their union. */
export interface PolymorphicType<T> extends PolymorphicNode {
  readonly [identity]: <X>() => X extends T ? 1 : 2;
}
/** A table of an array of the SOAP encoding. */
export interface SoapArrayType<T> extends SoapArrayNode {
  readonly [identity]: <X>() => X extends T ? 1 : 2;
}
/** The table of a global element whose values are `T`, which may be the root of documents. */
export interface DocumentElement<T> extends ElementNode {
  readonly [identity]: <X>() => X extends T ? 1 : 2;
}
/** The table of `xs:anyType`. */
export interface AnyType extends AnyTypeNode {}

/** Has no effect at run time. */
export function mark<N, T extends N>(node: N): T {
  return node as T;
}
export function named(name: QName | undefined): { readonly name?: QName } {
  return name === undefined ? {} : { name };
}

/** Returns a global element as the root of documents. */
export function documentElement<T>(element: ElementNode): DocumentElement<T> {
  return mark<ElementNode, DocumentElement<T>>(element);
}
