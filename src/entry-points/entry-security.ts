export * from "soapwright-security";
