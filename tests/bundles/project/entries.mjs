export {
  ArgumentError,
  ConfigurationError,
  createEmployeeServiceV3,
  createEmployeeServiceV21,
  isServiceError,
} from "employee-service-client";
export { Call } from "soapwright-runtime";
