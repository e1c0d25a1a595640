import {
  compareDecimals,
  compareDurations,
  compareMoments,
  floatOf,
  type Moment,
  type Primitive,
  parseMoment,
} from "soapwright-runtime/xsd";

/**
 * XML Schema Part 2, 3.2: returns a number below, equal to or above 0 as `left` is less than, equal to or more than
 * `right`, or NaN.
 */
export function compareLexical(primitive: Primitive, left: string, right: string): number {
  if (primitive === "decimal") return compareDecimals(left, right);
  if (primitive === "float" || primitive === "double") return difference(floatOf(left), floatOf(right));
  if (primitive === "duration") return compareDurations(left, right) ?? NaN;
  const [a, b] = [momentOf(primitive, left), momentOf(primitive, right)];
  return (a && b && compareMoments(a, b)) ?? NaN;
}

function momentOf(primitive: Exclude<Primitive, "duration">, text: string): Moment | undefined {
  switch (primitive) {
    case "string":
    case "boolean":
    case "decimal":
    case "float":
    case "double":
    case "base64Binary":
    case "hexBinary":
    case "anyURI":
    case "QName":
    case "NOTATION":
      return undefined;
    default:
      return parseMoment(primitive, text);
  }
}

function difference(left: number, right: number): number {
  return left === right ? 0 : left - right;
}
