import { upperFirst } from "./identifiers";

/** Labels for the kind of a document or its publisher, which do not distinguish its subject. */
const generic = new Set(
  (
    "www com org net gov edu int mil info biz co io eu http https urn uri ns uuid oid java xml xsd wsdl asmx svc aspx php jsp " +
    "ws soap rest api web webservice webservices service services server schema schemas type types message messages data dto " +
    "dtos entity entities model models contract contracts interface interfaces definition definitions namespace namespaces"
  ).split(" "),
);

const version = /^(?:v|ver|version|r|rev|release)?\d+[a-z]?$/i;
const domain = /^(?:[^.]+\.)+(?:com|org|net|gov|edu|int|mil|info|biz|eu)$|^(?:[^.]+\.){2,}[a-z]{2}$/i;

interface Label {
  /** In the case of a type's name, without version numbers. */
  readonly word: string;
  /** `word` with version numbers. */
  readonly whole: string;
  readonly isSpecific: boolean;
}

/**
 * Returns words that distinguish types of this namespace, the best word first: its last specific label (`Orders` of
 * `http://example.com/orders/v2/types`), the label with the rest of the URI (`OrdersV2Types`), then with the labels
 * before it. They depend on this URI alone, so another namespace does not change them.
 */
export function namespaceWords(namespace: string): readonly string[] {
  if (namespace === "") return ["NoNamespace"];
  const labels = labelsOf(namespace);
  const found = labels.findLastIndex(({ isSpecific }) => isSpecific);
  const last = found === -1 ? labels.findLastIndex(({ word }) => word !== "") : found;
  if (last === -1) return [`Namespace${labels.map(({ whole }) => whole).join("")}`];
  const rest = labels.slice(last).map(({ whole }) => whole);
  const words = [labels[last]!.word, rest.join("")];
  for (let at = last - 1; at >= 0; at--) {
    if (!labels[at]!.isSpecific) continue;
    rest.unshift(labels[at]!.whole);
    words.push(rest.join(""));
  }
  return [...new Set(words)];
}

/** Returns the labels of a URI from general to specific: the labels of a host are reversed. */
function labelsOf(namespace: string): Label[] {
  const [, scheme = "", slashes, path = ""] = /^([a-z][a-z0-9+.-]*:)?(\/\/)?(.*)$/is.exec(namespace) ?? [];
  const isOpaque = slashes === undefined && !/^(?:urn|uri|java|ns|http|https):$/i.test(scheme);
  const local = slashes === undefined ? path : path.replace(/^([^/]*):\d+/, "$1");
  const segments = (isOpaque ? scheme + local : local).split(/[/:#?&=,;]+/);
  return segments
    .flatMap((segment, index) => {
      const labels = segment.split(".");
      return (slashes !== undefined && index === 0) || domain.test(segment) ? labels.reverse() : labels;
    })
    .flatMap((label) => {
      const parts = label.split(/[^\p{L}\p{N}\p{M}]+/u).filter((part) => part !== "");
      if (parts.length === 0) return [];
      const unversioned = parts.filter((part) => !version.test(part));
      const word = unversioned.map(upperFirst).join("");
      const whole = parts
        .map((part, index) => (index > 0 && /^\d/.test(part) ? `_${part}` : upperFirst(part)))
        .join("");
      return [{ word, whole, isSpecific: word !== "" && !generic.has(word.toLowerCase()) }];
    });
}
