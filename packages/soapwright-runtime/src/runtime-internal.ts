/**
 * The entry point `soapwright-runtime/internal`, for packages built from this repository. It may change in any
 * release.
 */

export { partsOf } from "./client/service-client";
