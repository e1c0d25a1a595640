/**
 * node-soap's WSDL, loaded on first use, because it requires a hundred modules and only header blocks from objects need
 * it. Bundlers include `soap/lib/wsdl` unchanged: see `imports` in package.json.
 */
import type { WSDL as NodeSoapWsdl } from "soap/lib/wsdl";

export const WSDL = class {
  constructor(...args: ConstructorParameters<typeof NodeSoapWsdl>) {
    const { WSDL: Whole } = require("soap/lib/wsdl") as typeof import("soap/lib/wsdl");
    // biome-ignore lint/correctness/noConstructorReturn: the object is node-soap's own.
    return new Whole(...args);
  }
} as unknown as typeof NodeSoapWsdl;
