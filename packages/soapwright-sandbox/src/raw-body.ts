/** A recorded result that already is the content of the Body. */
export class RawBody {
  constructor(
    readonly xml: string,
    readonly status: number,
    /** Placeholder for the base URL of the namespaces in the XML. */
    readonly basePlaceholder: string,
  ) {}

  at(baseUrl: string): string {
    return this.xml.replaceAll(this.basePlaceholder, baseUrl);
  }
}
