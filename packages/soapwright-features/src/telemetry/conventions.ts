/**
 * Names from OpenTelemetry's semantic conventions. Only the compiler reads their package, so users need not install it.
 * A name that the package drops or changes does not compile.
 */
import type {
  ATTR_ERROR_TYPE,
  ATTR_EXCEPTION_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_REQUEST_RESEND_COUNT,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_RPC_METHOD,
  ATTR_RPC_SYSTEM_NAME,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
  ATTR_URL_FULL,
  METRIC_RPC_CLIENT_CALL_DURATION,
} from "@opentelemetry/semantic-conventions";
import type {
  ATTR_HTTP_CONNECTION_STATE,
  ATTR_HTTP_REQUEST_BODY_SIZE,
  ATTR_HTTP_RESPONSE_BODY_SIZE,
  METRIC_HTTP_CLIENT_ACTIVE_REQUESTS,
  METRIC_HTTP_CLIENT_OPEN_CONNECTIONS,
} from "@opentelemetry/semantic-conventions/incubating";
import { NAME } from "soapwright-runtime/errors";
import { version } from "../../package.json";

/** The version of this package, in the scope of spans and metrics. */
export const VERSION: string = version;

export const ERROR_TYPE: typeof ATTR_ERROR_TYPE = "error.type";
export const EXCEPTION_TYPE: typeof ATTR_EXCEPTION_TYPE = "exception.type";
export const RPC_SYSTEM: typeof ATTR_RPC_SYSTEM_NAME = "rpc.system.name";
export const RPC_METHOD: typeof ATTR_RPC_METHOD = "rpc.method";
export const SERVER_ADDRESS: typeof ATTR_SERVER_ADDRESS = "server.address";
export const SERVER_PORT: typeof ATTR_SERVER_PORT = "server.port";
export const REQUEST_METHOD: typeof ATTR_HTTP_REQUEST_METHOD = "http.request.method";
export const RESEND_COUNT: typeof ATTR_HTTP_REQUEST_RESEND_COUNT = "http.request.resend_count";
export const STATUS_CODE: typeof ATTR_HTTP_RESPONSE_STATUS_CODE = "http.response.status_code";
export const REQUEST_SIZE: typeof ATTR_HTTP_REQUEST_BODY_SIZE = "http.request.body.size";
export const RESPONSE_SIZE: typeof ATTR_HTTP_RESPONSE_BODY_SIZE = "http.response.body.size";
export const URL_FULL: typeof ATTR_URL_FULL = "url.full";
export const CALL_DURATION: typeof METRIC_RPC_CLIENT_CALL_DURATION = "rpc.client.call.duration";
export const CONNECTION_STATE: typeof ATTR_HTTP_CONNECTION_STATE = "http.connection.state";
export const OPEN_CONNECTIONS: typeof METRIC_HTTP_CLIENT_OPEN_CONNECTIONS = "http.client.open_connections";
export const ACTIVE_REQUESTS: typeof METRIC_HTTP_CLIENT_ACTIVE_REQUESTS = "http.client.active_requests";

/** Attributes that have no equivalent in the conventions. */
export const SERVICE = `${NAME}.client.service`;
export const TENANT = `${NAME}.client.tenant`;

export function serverOf(address: string): { readonly [SERVER_ADDRESS]: string; readonly [SERVER_PORT]: number } {
  const { hostname, port, protocol } = new URL(address);
  return {
    [SERVER_ADDRESS]: hostname.replace(/^\[|\]$/g, ""),
    [SERVER_PORT]: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
  };
}
