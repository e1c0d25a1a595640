/** Keys and certificates of the tests. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export function pem(file: string): string {
  return readFileSync(join(__dirname, "keys", file), "utf8");
}
