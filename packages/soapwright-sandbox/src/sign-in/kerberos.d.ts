/** What is used of the optional package `kerberos`, which has a binary, so that developing needs no compiler. */
declare module "kerberos" {
  export interface KerberosServer {
    readonly username: string;
    /** The token for the client, in base64. */
    readonly response: string | null;
    readonly contextComplete: boolean;
    /** Takes a token in base64. */
    step(token: string): Promise<string>;
  }
  export function initializeServer(service: string): Promise<KerberosServer>;
}
