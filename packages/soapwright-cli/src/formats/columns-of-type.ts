/** The columns of a type: CSV has them regardless of the data, so that the first item is written on arrival. */
import {
  alternativesOf,
  compileSimple,
  complexTypeOf,
  type NodeRef,
  propertiesOf,
  simpleTypeOf,
  withoutNil,
} from "soapwright-runtime/codecs";
import type { Column } from "./cell";
import { deepest, titled } from "./columns-of-data";

type Untitled = Omit<Column, "title">;

export function columnsOfType(type: NodeRef): Column[] {
  return titled(columnsBelow(type, [], []));
}

const numeric = /^(?:decimal|decimalNumber|float|double|.*[iI]nteger|.*[lL]ong|.*[iI]nt|.*[sS]hort|.*[bB]yte)$/;

function columnsBelow(ref: NodeRef, path: readonly string[], around: readonly object[]): Untitled[] {
  const simple = simpleTypeOf(ref);
  if (simple !== undefined) {
    const [builtIn = ""] = compileSimple(simple).builtIns;
    return [{ path, right: numeric.test(builtIn) }];
  }
  const node = withoutNil(ref);
  if (path.length >= deepest || around.includes(node)) return [{ path }];
  const inside = [...around, node];
  if (complexTypeOf(node) !== undefined) return withoutDoubles(propertyColumns(node, path, inside));
  const alternatives = alternativesOf(node);
  if (alternatives.length === 0) return [{ path }];
  const columns = alternatives.flatMap(({ type, wrapped }) =>
    wrapped ? [{ path: [...path, "value"] }] : columnsBelow(type, path, inside),
  );
  return withoutDoubles([{ path: [...path, "$type"] }, ...columns]);
}

function propertyColumns(ref: NodeRef, path: readonly string[], around: readonly object[]): Untitled[] {
  return propertiesOf(ref).flatMap(({ key, type, list }) => {
    const below = [...path, key];
    return type === undefined || list ? [{ path: below }] : columnsBelow(type, below, around);
  });
}

/** Choice branches and derived types share properties. A property that is a value in one of them is a value. */
function withoutDoubles(columns: readonly Untitled[]): Untitled[] {
  const byPath = new Map(columns.map((column) => [column.path.join("\0"), column]));
  return [...byPath.values()].filter(
    ({ path }) => !path.some((_, length) => length > 0 && byPath.has(path.slice(0, length).join("\0"))),
  );
}
