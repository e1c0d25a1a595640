/** The entry point of message security: the feature `security`, and its counterpart for a service. */

export { type SecurityCallOptions, security } from "./security";
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
} from "./security-options";
export {
  createServiceSecurity,
  type ServiceSecurity,
  type ServiceSecurityOptions,
  type ServiceTimestampOptions,
} from "./service-security";
