/** Security of messages: the feature `security`, and the service's side of it. */

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
