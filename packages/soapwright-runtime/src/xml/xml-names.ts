/** An expanded name. `namespace` is `""` for no namespace. */
export interface QName {
  readonly namespace: string;
  readonly local: string;
}

/** Returns the prefix that an attribute declares, empty for the default namespace; undefined when it declares none. */
export function declaredPrefix(name: string): string | undefined {
  if (name === "xmlns") return "";
  return name.startsWith("xmlns:") ? name.slice(6) : undefined;
}
