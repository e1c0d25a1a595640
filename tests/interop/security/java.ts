/** Our Java programs with WSS4J 1.6 and Santuario 2.1, compiled once, and the key store that both sides share. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { newFolder } from "../folders";
import { runs } from "../stack";

const JARS = ["wss4j", "xmlsec", "commons-logging", "slf4j-api", "slf4j-nop"].map(
  (jar) => `/usr/share/java/${jar}.jar`,
);
const PROGRAMS = ["Wss4j", "Santuario", "Wss4jPeer"];
const keys = join(__dirname, "../../../packages/soapwright-testing/src/security/keys");

export const hasWss4j = existsSync(JARS[0]!) && runs("javac", ["-version"]);

let classes = "";

/** Returns the arguments of `java` for the path of our programs. */
export function javaPath(): readonly string[] {
  if (classes === "") {
    classes = newFolder();
    const sources = PROGRAMS.map((name) => join(__dirname, `${name}.java`));
    execFileSync("javac", ["-cp", JARS.join(":"), "-d", classes, ...sources]);
  }
  return ["-cp", [...JARS, classes].join(":")];
}

let store = "";

/** Returns the key store, with the password `opensesame`. Its certificates are trusted. */
export function keyStore(): string {
  if (store !== "") return store;
  const folder = newFolder();
  store = join(folder, "keys.p12");
  for (const alias of ["client", "curve", "service", "other"]) {
    const own = join(folder, `${alias}.p12`);
    const input = ["-inkey", join(keys, `${alias}.key`), "-in", join(keys, `${alias}.crt`), "-name", alias];
    execFileSync("openssl", ["pkcs12", "-export", ...input, "-passout", "pass:opensesame", "-out", own]);
    const from = ["-srckeystore", own, "-srcstoretype", "PKCS12", "-srcstorepass", "opensesame"];
    const to = ["-destkeystore", store, "-deststoretype", "PKCS12", "-deststorepass", "opensesame"];
    execFileSync("keytool", ["-importkeystore", ...from, ...to], { stdio: "ignore" });
  }
  return store;
}

/** A Java program that stays up, and answers each line by a line. */
export interface Peer {
  /** Returns what the program did, and the message that it returned. Rejects with what it refused. */
  ask(command: readonly string[], message: string): Promise<readonly [done: string, message: string]>;
  stop(): Promise<void>;
}

export function startPeer(): Peer {
  const child = spawn("java", [...javaPath(), "Wss4jPeer", keyStore()], { stdio: ["pipe", "pipe", "ignore"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<void>((settle) => child.once("close", () => settle()));
  return {
    async ask(command, message) {
      child.stdin.write(`${[...command, Buffer.from(message, "utf8").toString("base64")].join(" ")}\n`);
      const { value = "error: it has ended" } = (await lines.next()) as { value?: string };
      if (value.startsWith("error")) throw new Error(value);
      const [done = "", text = ""] = value.split(" ");
      return [done, Buffer.from(text, "base64").toString("utf8")];
    },
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
