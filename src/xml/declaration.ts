/** `<?xml version="1.0" encoding="utf-8" standalone="yes"?>`: XML 1.0, 2.8. */

const PARTS: readonly { readonly pattern: RegExp; readonly required: boolean; readonly wrong: string }[] = [
  {
    pattern: /[ \t\n]+version[ \t\n]*=[ \t\n]*(?:"1\.0"|'1\.0')/y,
    required: true,
    wrong: 'the XML declaration must start with version="1.0"; XML 1.1 is not read',
  },
  {
    pattern: /[ \t\n]+encoding[ \t\n]*=[ \t\n]*(?:"[A-Za-z][A-Za-z0-9._-]*"|'[A-Za-z][A-Za-z0-9._-]*')/y,
    required: false,
    wrong: "",
  },
  {
    pattern: /[ \t\n]+standalone[ \t\n]*=[ \t\n]*(?:"(?:yes|no)"|'(?:yes|no)')/y,
    required: false,
    wrong: "",
  },
  {
    pattern: /[ \t\n]*$/y,
    required: true,
    wrong: "after the version the XML declaration has only an encoding and standalone, yes or no",
  },
];

/** Looks at the text between `<?xml` and `?>`. Returns what is wrong and where it starts; undefined when nothing is. */
export function findWrongDeclaration(text: string): { readonly at: number; readonly wrong: string } | undefined {
  let at = 0;
  for (const { pattern, required, wrong } of PARTS) {
    pattern.lastIndex = at;
    if (pattern.test(text)) at = pattern.lastIndex;
    else if (required) return { at, wrong };
  }
  return undefined;
}
