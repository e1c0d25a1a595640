/** Security of messages: WS-Security, HTTP Basic and Digest, and verified responses, for the option `security`. */
export type {
  HttpSignIn,
  HttpTarget,
  ReceivedMessage,
  SecuredMessage,
  Security,
  UnsecuredMessage,
} from "soapwright-runtime/internal";
export type {
  DigestAlgorithm,
  HttpAuthOptions,
  KeyReference,
  MessagePart,
  PrivateKey,
  SecurityOptions,
  SignatureAlgorithm,
  SignatureOptions,
  SigningRequest,
  TimestampOptions,
  UsernameTokenOptions,
  VerifyOptions,
} from "./options";
export { createSecurity } from "./security";
export {
  createServiceSecurity,
  type ServiceSecurity,
  type ServiceSecurityOptions,
  type ServiceTimestampOptions,
} from "./service-security";
