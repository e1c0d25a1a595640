export * from "soapwright-runtime/attachments";
