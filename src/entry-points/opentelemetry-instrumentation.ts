export * from "soapwright-runtime/opentelemetry-instrumentation";
