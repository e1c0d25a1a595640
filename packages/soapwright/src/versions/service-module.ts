/** The module that generated code of a service with several versions imports. */
export const SERVICE_MODULE = "soapwright-runtime/service";
