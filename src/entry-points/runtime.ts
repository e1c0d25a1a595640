export * from "soapwright-runtime";
