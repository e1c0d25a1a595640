export * from "soapwright-runtime/opentelemetry";
