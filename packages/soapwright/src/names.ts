/** The names of the generator and of what its code imports, and its version. */
import { version } from "../package.json";

/** The command and the mark of generated files. */
export const NAME = "soapwright";

/** The version of this package. */
export const VERSION: string = version;

/** The package that programs with generated clients install. */
export const RUNTIME_PACKAGE = "soapwright-runtime";

/** The package of the features that generated clients have where a WSDL needs them. */
export const FEATURES_PACKAGE = "soapwright-features";

/** The entry point of the feature `policySecurity`. */
export const SECURITY_ENTRY = `${FEATURES_PACKAGE}/security`;

/** The package of the feature by which node-soap writes the envelopes of a client. */
export const NODE_SOAP_PACKAGE = "soapwright-node-soap";
