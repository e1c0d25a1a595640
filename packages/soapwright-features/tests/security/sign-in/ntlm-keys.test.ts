/** The values of MS-NLMP, 4.2.4 (NTLMv2), and those of RFC 1320 for MD4. */
import { execFileSync } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { channelBinding } from "../../../src/security/sign-in/channel-binding";
import { hmacMd5, md4, proveNtlm, utf16 } from "../../../src/security/sign-in/ntlm-keys";

const hex = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ""), "hex");

test.each([
  ["", "31d6cfe0d16ae931b73c59d7e0c089c0"],
  ["a", "bde52cb31de33e46245e05fbdbd6fb24"],
  ["abc", "a448017aaf21d8525fc10ae87aa6729d"],
  ["message digest", "d9130a8164549fe818874806e1c7014b"],
  ["abcdefghijklmnopqrstuvwxyz", "d79e1c308aa5bbcdeea8ed63df412da9"],
  ["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "043f8582f241db351ce627e153e7f0e4"],
  [
    "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
    "e33b4ddc9c38f2199c3e7b164fcc0536",
  ],
])("MD4 of %j", (text, digest) => {
  expect(md4(Buffer.from(text)).toString("hex")).toBe(digest);
});

describe("NTLMv2 with the user User of the domain Domain and Password", () => {
  const targetInfo = hex("02000c0044006f006d00610069006e00 01000c005300650072007600650072 00 00000000");
  const { response, sessionKey } = proveNtlm({
    username: "User",
    domain: "Domain",
    password: "Password",
    serverChallenge: hex("0123456789abcdef"),
    clientChallenge: hex("aaaaaaaaaaaaaaaa"),
    timestamp: Buffer.alloc(8),
    targetInfo,
  });

  test("NTOWFv2 (4.2.4.1.1)", () => {
    const key = hmacMd5(md4(utf16("Password")), utf16("USERDomain"));
    expect(key.toString("hex")).toBe("0c868a403bfd7a93a3001ef22ef02e3f");
  });

  test("temp (4.2.4.1.3)", () => {
    expect(response.subarray(16).toString("hex")).toBe(
      `01010000000000000000000000000000aaaaaaaaaaaaaaaa00000000${targetInfo.toString("hex")}00000000`,
    );
  });

  test("NTProofStr (4.2.4.2.2)", () => {
    expect(response.subarray(0, 16).toString("hex")).toBe("68cd0ab851e51c96aabc927bebef6a1c");
  });

  test("the session base key (4.2.4.1.2)", () => {
    expect(sessionKey.toString("hex")).toBe("8de40ccadbc14a82f15cb0ad0de95ca3");
  });

  test("the response of LMv2 (4.2.4.2.1), which is not sent, by the same key", () => {
    const key = hmacMd5(md4(utf16("Password")), utf16("USERDomain"));
    const both = hex("0123456789abcdefaaaaaaaaaaaaaaaa");
    expect(createHmac("md5", key).update(both).digest("hex")).toBe("86c35097ac9cec102554764a57cccc19");
  });
});

test("without TLS the channel binding is 16 zeros (MS-NLMP, 2.2.2.1)", () => {
  expect(channelBinding(undefined)).toEqual(Buffer.alloc(16));
});

describe("tls-server-end-point (RFC 5929, 4.1)", () => {
  // No case has SHA-1: openssl of many systems does not sign with it.
  test.each([
    ["sha256", ["-sha256"], "sha256"],
    ["sha384", ["-sha384"], "sha384"],
    ["sha512", ["-sha512"], "sha512"],
    ["RSASSA-PSS with sha384", ["-sha384", "-sigopt", "rsa_padding_mode:pss"], "sha384"],
    ["RSASSA-PSS with sha256", ["-sha256", "-sigopt", "rsa_padding_mode:pss"], "sha256"],
  ])("takes the hash of the signature: %s", (_what, options, hash) => {
    const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "/dev/null", "-subj", "/CN=s.example"];
    const certificate = execFileSync("openssl", [...made, "-outform", "DER", ...options], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const digest = createHash(hash).update(certificate).digest();
    const data = Buffer.concat([Buffer.from("tls-server-end-point:"), digest]);
    const expected = createHash("md5")
      .update(Buffer.alloc(16))
      .update(Buffer.from([data.length, 0, 0, 0]))
      .update(data);
    expect(channelBinding(certificate)).toEqual(expected.digest());
  });
});
