/** Unions (XML Schema Part 2, 2.5.1.3). A text belongs to the first member type that accepts it. */

import { normalize } from "../../xsd/built-ins";
import type { PrefixScope } from "../scope";
import { attempt, Mismatch } from "./mismatch";
import { isSame } from "./simple-compare";
import type { EncodeScope, FacetLevel, SimpleTypeCodec } from "./simple-type";
import { writeText } from "./simple-type";

export function unionOf(members: readonly SimpleTypeCodec[]): SimpleTypeCodec {
  const expected = expectedOf(members);
  const parse = (text: string, scope: PrefixScope): unknown =>
    // Facets select the member at every validation level: an enumeration beside a number accepts only its own values.
    (readFirst(members, text, scope, "all") ?? readFirst(members, text, scope, "closed") ?? refuse(expected)).value;
  return {
    expected,
    whiteSpace: "preserve",
    variety: "union",
    builtIns: ["anySimpleType"],
    parse,
    // A text that a member accepts unchanged has that member's value.
    forgive: members.some(({ forgive }) => forgive !== undefined)
      ? (text) => (readFirst(members, text, unbound, "closed") === undefined ? forgiven(members, text) : text)
      : undefined,
    check(_value, text, level) {
      if (level === "all" && readFirst(members, text, unbound, level) === undefined) throw new Mismatch(expected);
    },
    format(value, scope) {
      for (const member of members) {
        const text = attempt(() => writeText(member, value, scope));
        // An earlier member may decode the text as another value.
        if (text !== undefined && isSame(parse(text, scope), member.parse(text, scope))) return text;
      }
      // A text is written as it is, although an earlier member decodes 007 as the number 7.
      const text = typeof value === "string" ? firstText(members, value, scope) : undefined;
      return text ?? refuse(expected);
    },
  };
}

function firstText(members: readonly SimpleTypeCodec[], value: string, scope: EncodeScope): string | undefined {
  for (const member of members) {
    const text = attempt(() => writeText(member, value, scope));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Shortened, because in nested unions the text would double with each level. */
function expectedOf(members: readonly SimpleTypeCodec[]): string {
  const texts = [...new Set(members.map(({ expected }) => expected))];
  let shown = 1;
  for (let length = texts[0]?.length ?? 0; shown < texts.length; shown++) {
    length += texts[shown]!.length;
    if (length > 250) break;
  }
  const more = texts.length - shown;
  return [...texts.slice(0, shown), ...(more > 0 ? [`one of ${more} further types`] : [])].join(" or ");
}

/** Facets of names with prefixes do not depend on the namespaces of the prefixes. */
const unbound: PrefixScope = { resolvePrefix: () => "" };

function readFirst(
  members: readonly SimpleTypeCodec[],
  text: string,
  scope: PrefixScope,
  level: FacetLevel,
): { readonly value: unknown } | undefined {
  for (const member of members) {
    const read = attempt(() => {
      const normalized = normalize(text, member.whiteSpace);
      const value = member.parse(normalized, scope);
      member.check(value, normalized, level);
      return { value };
    });
    if (read !== undefined) return read;
  }
  return undefined;
}

function forgiven(members: readonly SimpleTypeCodec[], text: string): string {
  const texts = members.map(({ forgive, whiteSpace }) => forgive?.(normalize(text, whiteSpace)) ?? text);
  return texts.find((candidate) => readFirst(members, candidate, unbound, "closed") !== undefined) ?? text;
}

function refuse(expected: string): never {
  throw new Mismatch(expected);
}
