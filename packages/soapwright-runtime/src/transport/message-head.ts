/** Status and headers of a response. */
export interface MessageHead {
  readonly status: number;
  /** Headers by name in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** Returns the value of the header `name`, which is in lower case. */
  header(name: string): string | undefined;
}
