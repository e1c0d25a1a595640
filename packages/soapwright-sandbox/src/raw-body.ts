/** A result that is the content of the Body already, as it was recorded. */
export class RawBody {
  constructor(
    readonly xml: string,
    readonly status: number,
    /** Stands in the XML where the base URL of the namespaces is to stand. */
    readonly basePlaceholder: string,
  ) {}

  /** The XML below a base URL. */
  at(baseUrl: string): string {
    return this.xml.replaceAll(this.basePlaceholder, baseUrl);
  }
}
