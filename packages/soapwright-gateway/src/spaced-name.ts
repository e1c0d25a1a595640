/** `Address_GetHTMLList` -> Address Get HTML List. */
export function spaced(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replace(/[^\p{L}\d]+/gu, " ")
    .trim();
}

/** `Address_GetList` -> Address get list. */
export function titleOf(name: string): string {
  const title = spaced(name).replace(/[^ ]+/g, (word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()));
  return title.charAt(0).toUpperCase() + title.slice(1);
}
