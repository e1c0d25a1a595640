/**
 * node-soap's WSDL, loaded when the first one is constructed: it requires a hundred modules, and only header blocks from objects need it.
 * Bundlers take `soap/lib/wsdl` as it is: see `imports` in package.json.
 */
import type { WSDL as NodeSoapWsdl } from "soap/lib/wsdl";

type WsdlModule = typeof import("soap/lib/wsdl");

/** Node-soap's class. */
export const WSDL = class {
  constructor(...args: ConstructorParameters<typeof NodeSoapWsdl>) {
    const { WSDL: Whole } = require("soap/lib/wsdl") as WsdlModule;
    // biome-ignore lint/correctness/noConstructorReturn: the object is node-soap's own.
    return new Whole(...args);
  }
} as unknown as WsdlModule["WSDL"];
