/** An expanded name of Namespaces in XML. `namespace` is `""` for no namespace. */
export interface QName {
  readonly namespace: string;
  readonly local: string;
}

/** Returns `{namespace}local`, or `local` in no namespace: the key of maps, and the form in messages. */
export function expandedName(name: QName): string {
  return name.namespace === "" ? name.local : `{${name.namespace}}${name.local}`;
}
