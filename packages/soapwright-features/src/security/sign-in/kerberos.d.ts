/** What is used of the optional package `kerberos`, which has a binary, so that developing needs no compiler. */
declare module "kerberos" {
  export interface KerberosClient {
    /** Takes and returns tokens in base64. */
    step(challenge: string): Promise<string>;
  }
  export const GSS_C_MUTUAL_FLAG: number;
  export const GSS_C_SEQUENCE_FLAG: number;
  export const GSS_MECH_OID_SPNEGO: number;
  export function initializeClient(
    service: string,
    options: { readonly gssFlag: number; readonly mechOID: number; readonly principal?: string },
  ): Promise<KerberosClient>;
}
