/** Where a value may stand in the arguments of an operation, as the tables say it. */
import {
  compileSimple,
  complexTypeOf,
  contentOf,
  type NodeRef,
  type OperationNode,
  simpleTypeOf,
  type TypedProperty,
  typedPropertiesOf,
} from "soapwright-runtime/internal";

/** A property that a value may be given for. */
export type Place = TypedProperty;

/** What the method of an operation takes: an object of these places, or the value of the one. */
export interface ArgumentPlaces {
  readonly places: readonly Place[];
  readonly isWhole: boolean;
}

/** The places of the arguments of an operation. */
export function argumentPlaces({ input }: OperationNode): ArgumentPlaces {
  const content = contentOf(input);
  const isRecord = !content.list && complexTypeOf(content.type) !== undefined;
  return isRecord ? { places: typedPropertiesOf(content.type), isWhole: false } : { places: [content], isWhole: true };
}

/** The type of what the method of an operation returns; of the items where that is a list. Undefined for several values, or none. */
export function resultType({ output }: OperationNode): NodeRef | undefined {
  return output === undefined || output.unwrap.length === 0 ? undefined : contentOf(output).type;
}

/** What a place takes, in a word for a help text. */
export function typeWord(ref: NodeRef): string {
  const type = simpleTypeOf(ref);
  if (type === undefined) return "json";
  const [builtIn = "text"] = compileSimple(type).builtIns;
  return builtIn === "string" || builtIn === "anySimpleType" ? "text" : builtIn;
}
