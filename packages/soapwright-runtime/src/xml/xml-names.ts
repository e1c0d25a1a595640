/** An expanded name. `namespace` is `""` for no namespace. */
export interface QName {
  readonly namespace: string;
  readonly local: string;
}
