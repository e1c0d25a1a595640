export * from "soapwright-runtime/addressing";
