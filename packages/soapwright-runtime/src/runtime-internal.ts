/**
 * The entry point `soapwright-runtime/internal`, for packages of the same version built from this repository. It may
 * change in any release.
 */

export { partsOf } from "./client/service-client";
