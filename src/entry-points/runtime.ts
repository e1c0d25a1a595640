export * from "soapwright-runtime";
export * from "soapwright-runtime/extend";
export * from "soapwright-runtime/tables";
