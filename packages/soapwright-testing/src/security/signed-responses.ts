/** A service whose responses are signed with the key `service`. */
import type { SecurityOptions } from "soapwright-features/security";
import { createSecurity } from "./create-security";
import { request } from "./envelopes";
import { pem } from "./keys";

export async function signed(
  envelope: string,
  options: Partial<NonNullable<SecurityOptions["signature"]>> = {},
): Promise<string> {
  const service = createSecurity({
    mustUnderstand: true,
    signature: { certificate: pem("service.crt"), key: pem("service.key"), ...options },
  });
  return (await service.secure!({ envelope, request })).envelope;
}

/** Returns a client that signs requests and verifies responses. */
export function mutual(
  verify: Partial<NonNullable<SecurityOptions["verify"]>> = {},
): ReturnType<typeof createSecurity> {
  return createSecurity({
    usernameToken: { username: "ada", password: "s3cret-<&>-pass" },
    signature: { certificate: pem("client.crt"), key: pem("client.key") },
    verify: { certificates: pem("service.crt"), ...verify },
  });
}
