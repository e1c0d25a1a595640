import {
  compileSimple,
  complexTypeOf,
  contentOf,
  type NodeRef,
  simpleTypeOf,
  type TypedProperty,
  typedPropertiesOf,
} from "soapwright-runtime/codecs";
import type { OperationNode } from "soapwright-runtime/tables";

export type Place = TypedProperty;

/** The arguments are an object of these places, or the value of the only one. */
export interface ArgumentPlaces {
  readonly operation: OperationNode;
  readonly places: readonly Place[];
  readonly isWhole: boolean;
}

export function argumentPlaces(operation: OperationNode): ArgumentPlaces {
  const content = contentOf(operation.input);
  return takesRecord(operation)
    ? { operation, places: typedPropertiesOf(content.type), isWhole: false }
    : { operation, places: [content], isWhole: true };
}

export function takesRecord({ input }: OperationNode): boolean {
  const { type, list } = contentOf(input);
  return !list && complexTypeOf(type) !== undefined;
}

/** Returns the type of a list's items; undefined for several values, or none. */
export function resultType({ output }: OperationNode): NodeRef | undefined {
  return output === undefined || output.unwrap.length === 0 ? undefined : contentOf(output).type;
}

export function typeWord(ref: NodeRef): string {
  const type = simpleTypeOf(ref);
  if (type === undefined) return "json";
  const [builtIn = "text"] = compileSimple(type).builtIns;
  return builtIn === "string" || builtIn === "anySimpleType" ? "text" : builtIn;
}
