export * from "soapwright-doctor";
