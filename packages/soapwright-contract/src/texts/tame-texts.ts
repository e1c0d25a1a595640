/** Plausible texts of built-in types. */

import { decimalText } from "soapwright-runtime/xsd";
import type { Random } from "../random";
import { binaryText, momentText, realText, stringText } from "./atoms";
import { atomic, boundsOf, decimalRange, lengthRange } from "./limits";
import type { TextShape } from "./text-shape";

const words = [
  "alpha",
  "beta",
  "gamma",
  "delta",
  "omega",
  "Amsterdam",
  "Utrecht",
  "green",
  "blue",
  "paper",
  "river",
  "stone",
];

/** A plausible value of an atomic type. Facets other than bounds and lengths are ignored. */
export function tameText(shape: TextShape<unknown>, random: Random): string {
  const { name, builtIn } = atomic(shape);
  switch (builtIn.primitive) {
    case "string":
      return word(shape, name, random);
    case "anyURI":
      return random.pick(["https://example.org/", "https://example.org/a/b", "urn:example:a"]);
    case "boolean":
      return random.pick(["true", "false"]);
    case "decimal":
      return smallNumber(shape, random);
    case "float":
    case "double":
      return boundsOf(shape).length > 0
        ? realText(builtIn.primitive, shape, random)
        : String(random.integer(1, 200) / 2);
    case "hexBinary":
    case "base64Binary": {
      const { min, max } = lengthRange(shape);
      return binaryText(builtIn.primitive, Math.max(min, Math.min(max, 6)), random);
    }
    case "QName":
    case "NOTATION":
      return "name";
    default:
      return momentText(builtIn.primitive, random);
  }
}

function word(shape: TextShape<unknown>, name: string, random: Random): string {
  if (name === "language") return random.pick(["en", "nl"]);
  const { min, max } = lengthRange(shape);
  const fitting = words.filter(({ length }) => length >= min && length <= max);
  if (fitting.length > 0) return random.pick(fitting);
  return stringText("NMTOKEN", Math.max(min, Math.min(max, 8)), random);
}

function smallNumber(shape: TextShape<unknown>, random: Random): string {
  const { min, max, scale } = decimalRange(shape);
  const unit = 10n ** BigInt(scale);
  const low = min > unit ? min : max < unit ? min : unit;
  const high = max < 1000n * unit ? max : low > 1000n * unit ? low : 1000n * unit;
  if (low > high) return "0";
  const drawn = random.bigInteger(low, high);
  return decimalText(scale > 2 ? drawn - (drawn % 10n ** BigInt(scale - 2)) : drawn, scale).replace(
    /(\.\d\d)\d+$/,
    "$1",
  );
}
