export * from "soapwright-export/queue";
