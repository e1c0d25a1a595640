/** Converts a name to snake case: `CountryISOCode` -> `country_iso_code`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1_$2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1_$2")
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .toLowerCase();
}
