/** A recorded result that already is the content of the Body. */
export class RawBody {
  constructor(
    readonly xml: string,
    readonly status: number,
    /** Marks the places of the namespaces' base URL in the XML. */
    readonly basePlaceholder: string,
  ) {}

  /** The XML with its namespaces below `baseUrl`. */
  at(baseUrl: string): string {
    return this.xml.replaceAll(this.basePlaceholder, baseUrl);
  }
}
