/** Names of arguments that no assistant may choose. */
import { namesCredential, spaced } from "../../src/tools/credential-names";

test.each([
  "Password",
  "userPassword",
  "PASSWD",
  "api_key",
  "APIKey",
  "x-api-key",
  "accessToken",
  "SecurityToken",
  "ClientSecret",
  "passphrase",
  "PIN",
  "AuthCode",
  "sessionId",
  "SessionID",
  "Credentials",
  "wachtwoord",
  "passwordHash",
  "licenseKey",
])("%s names a credential", (name) => expect(namesCredential(name)).toBe(true));

test.each([
  "EmployeeId",
  "pageToken",
  "nextPageToken",
  "ContinuationToken",
  "changeLogToken",
  "includeSessionId",
  "hasPassword",
  "SubscriptionId",
  "SearchSessionId",
  "PrimaryKey",
  "keyword",
  "Tokens",
  "pinned",
  "AuthorName",
  "CompassCode",
])("%s names none", (name) => expect(namesCredential(name)).toBe(false));

test("words of a name", () => {
  expect(["Address_GetHTMLList", "getURL", "find-orders.v2"].map(spaced)).toEqual([
    "Address Get HTML List",
    "get URL",
    "find orders v2",
  ]);
});
