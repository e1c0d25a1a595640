/** The entry point of message security: the feature `security`, and its counterpart for a service. */

export { createTokenService, type TokenServiceOptions } from "./issuer/token-service";
export type { CredentialName, PolicyOptions, PolicySecurity, SecurityPlan } from "./policy-plan";
export { policySecurity } from "./policy-security";
export { security } from "./security";
export type { SecurityOptions } from "./security-options";
export { createServiceSecurity, type ServiceSecurity, type ServiceSecurityOptions } from "./service-security";
export { ntlmKey } from "./sign-in/ntlm-keys";
export { signIn } from "./sign-in/sign-in";
export type {
  NegotiateSignIn,
  NtlmSignIn,
  PasswordSignIn,
  ProxySignIn,
  SignInOptions,
} from "./sign-in/sign-in-options";
