export * from "soapwright-export";
