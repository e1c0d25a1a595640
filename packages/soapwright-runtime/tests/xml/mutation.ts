/** Documents with random damage, of the kinds that matter to a reader. */
import type { Random } from "./random";

const TOKENS: readonly string[] = [
  ...[
    "<",
    ">",
    "/",
    "&",
    ";",
    "=",
    '"',
    "'",
    " ",
    "\n",
    "\t",
    "\r",
    "\r\n",
    "]",
    "-",
    ":",
    "!",
    "?",
    "x",
    "xmlns",
    "1",
  ],
  ...["</", "/>", "<!", "<!--", "-->", "--", "<![CDATA[", "]]>", "<a>", "</a>", "<a/>", "<?pi x?>", "<!DOCTYPE a>"],
  ...["&amp;", "&lt;", "&#65;", "&#x1F600;", "&#0;", "&#x1;", "&#xD;", "&#10;", "&x;", "&#xFFFE;", "&#x110000;"],
  ...[
    ' b="1"',
    " c='2'",
    ' xmlns="u"',
    ' xmlns:p="v"',
    ' xmlns:q="v"',
    ' p:b="1"',
    ' q:b="1"',
    ' xmlns:p=""',
    ' xml:lang="x"',
  ],
  ...[
    "<p:a>",
    "</p:a>",
    "p:",
    ":p",
    "é",
    "😀",
    "\ud83d",
    "\udc00",
    "\ufffe",
    "\u0001",
    "\u0085",
    "\u2028",
    "\ufeff",
    "\u00b7",
  ],
];

/** `text` with one to three changes. */
export function mutate(text: string, random: Random): string {
  let mutated = text;
  for (let count = 1 + random.below(3); count > 0; count--) mutated = mutateOnce(mutated, random);
  return mutated;
}

function mutateOnce(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const length = 1 + random.below(random.pick([2, 10, 60]));
  const after = text.slice(at + length);
  switch (random.below(6)) {
    case 0:
      return text.slice(0, at) + after;
    case 1:
      return text.slice(0, at) + text.slice(at, at + length) + text.slice(at);
    case 2:
      return text.slice(0, at) + random.pick(TOKENS) + text.slice(at + 1);
    case 3: {
      const from = random.below(text.length + 1);
      return text.slice(0, at) + text.slice(from, from + length) + text.slice(at);
    }
    default:
      return text.slice(0, at) + random.pick(TOKENS) + text.slice(at);
  }
}
