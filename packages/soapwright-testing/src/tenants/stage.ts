/** A shelf with named credentials, and a server that accepts one token. */
import type { ClientOptions, Credential } from "soapwright-runtime";
import { CredentialHeaders } from "soapwright-runtime/extend";
import { optionsOver } from "../client/options-over";
import { book, books, envelope, fault11, type Headers, ShelfClient } from "../client/shelf";
import { atEnd, serve } from "../stage/stage";
import { answer, type RawHandler, type RawRequest } from "../transport/raw-server";

export interface Named {
  readonly user?: Credential;
  readonly secret?: Credential;
}

const rules = [
  { option: "user", required: true },
  { option: "secret", required: false },
];

/** Returns a shelf with these credentials. `Touch` needs none. */
export function shelfWith(credentials: Named, options: ClientOptions<Headers>): ShelfClient {
  const headers = CredentialHeaders.of<Headers>(rules, credentials, (operation) => {
    if (operation === "Touch") return undefined;
    return ({ user = "", secret }) => ({
      Credentials: { User: user, ...(secret === undefined ? {} : { Secret: secret }) },
    });
  });
  const client = new ShelfClient({ ...optionsOver({ retries: { delayMs: 1 } }, options), headers });
  atEnd(() => client.close({ force: true }));
  return client;
}

export const well = (): Buffer => answer(envelope(books(book(1))));

export function credentialsOf({ body }: RawRequest): string {
  return `${/<User>(.*)<\/User>/.exec(body)?.[1]} ${/<Secret>(.*)<\/Secret>/.exec(body)?.[1]}`;
}

/** The responses of services to a request with a wrong secret. */
export const refusals = {
  "status 401": () => answer("<html>Unauthorized</html>", "401 Unauthorized"),
  "the fault of the sandbox": () => answer(envelope(fault11("s:Client", "1001: Not authorized")), "500 Error"),
  "a fault of WS-Security": () => answer(envelope(fault11("s:InvalidSecurityToken", "refused")), "500 Error"),
  "a fault with status 401": () => answer(envelope(fault11("s:Client", "No")), "401 Unauthorized"),
} as const;

/** Starts a server that accepts the tokens in `valid` and refuses others. */
export async function guarded(valid: Set<string>, refuse: () => Buffer = refusals["status 401"]) {
  const handler: RawHandler = (socket, request) => {
    const [, secret = ""] = credentialsOf(request).split(" ");
    socket.write(valid.has(secret) ? well() : refuse());
  };
  return serve(handler);
}
