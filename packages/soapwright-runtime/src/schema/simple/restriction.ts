/** Derivation by restriction (XML Schema Part 2, 4.1.2.1). */
import { isNCName } from "../../xsd/xsd-names";
import type { Facets } from "../tables/nodes";
import { facetChecks, patternCheck } from "./facets";
import { Mismatch } from "./mismatch";
import type { EncodeScope, FacetLevel, SimpleTypeCodec } from "./simple-type";

export function restrict(type: SimpleTypeCodec, facets: Facets): SimpleTypeCodec {
  const base = { ...type, whiteSpace: facets.whiteSpace ?? type.whiteSpace };
  const checks = facetChecks(base, facets);
  const closed = checks.filter((check) => check.closed);
  const { otherText } = base;
  const prefixes = mayHoldNames(base) ? fixedPrefixes(facets) : [];
  const patterns = otherText === undefined && prefixes.length === 0 ? [] : patternCheck(facets);
  return {
    ...base,
    ...(patterns.length > 0 && {
      format(value: unknown, scope: EncodeScope) {
        const isLetIn = (each: string): boolean => patterns.every((check) => check.isMet(value, each));
        for (const prefix of prefixes) {
          const text = base.format(value, wanting(prefix, scope));
          if (isLetIn(text)) return text;
        }
        const text = base.format(value, scope);
        const other = isLetIn(text) ? text : (otherText?.(text) ?? text);
        return isLetIn(other) ? other : text;
      },
    }),
    verbatim: base.verbatim === true && base.whiteSpace === "preserve" && closed.length === 0,
    faceted: checks.length > 0 || type.faceted === true,
    check(value: unknown, text: string, level: FacetLevel) {
      base.check(value, text, level);
      for (const check of level === "all" ? checks : closed) {
        if (!check.isMet(value, text)) throw new Mismatch(`${base.expected} ${check.expected}`);
      }
    },
  };
}

function mayHoldNames({ variety, builtIns }: SimpleTypeCodec): boolean {
  return variety !== "atomic" || builtIns.includes("QName") || builtIns.includes("NOTATION");
}

/** Patterns such as `wsse:.+` accept no other prefix. */
function fixedPrefixes({ patterns = [] }: Facets): readonly string[] {
  const named = patterns.flatMap((pattern) => [...pattern.matchAll(/(?<![^(|])((?:[A-Za-z_]|\\-|[0-9-])+):/g)]);
  return [...new Set(named.map((match) => match[1]!.replaceAll("\\", "")))].filter(isNCName);
}

function wanting(prefix: string, scope: EncodeScope): EncodeScope {
  return {
    resolvePrefix: (each) => scope.resolvePrefix(each),
    prefixFor: (namespace, wanted = prefix) => scope.prefixFor(namespace, wanted),
  };
}
