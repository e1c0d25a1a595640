/** An expanded name of Namespaces in XML. `namespace` is `""` for no namespace. */
export interface QName {
  readonly namespace: string;
  readonly local: string;
}

/** `{namespace}local`, or `local` alone in no namespace: the key of component maps and the way names stand in messages. */
export function expandedName(name: QName): string {
  return name.namespace === "" ? name.local : `{${name.namespace}}${name.local}`;
}
