/**
 * node-soap's WSDL, loaded on first use, because it requires a hundred modules and only header blocks from objects need
 * it. Bundlers include `soap/lib/wsdl` unchanged: see `imports` in package.json.
 */

/** The members of node-soap's WSDL that write a header block. */
interface NodeSoapWsdl {
  definitions: object;
  processIncludes: () => void;
  readonly options: object;
  objectToXML(
    value: unknown,
    name: string | undefined,
    prefix: string | undefined,
    namespace: string | undefined,
    isFirst: boolean,
  ): string;
}

type NodeSoapWsdlClass = new (definition: object, uri: string, options: object) => NodeSoapWsdl;

export const WSDL: NodeSoapWsdlClass = class {
  constructor(definition: object, uri: string, options: object) {
    const { WSDL: Whole } = require("soap/lib/wsdl") as { readonly WSDL: NodeSoapWsdlClass };
    // biome-ignore lint/correctness/noConstructorReturn: the object is node-soap's own.
    return new Whole(definition, uri, options);
  }
} as NodeSoapWsdlClass;
