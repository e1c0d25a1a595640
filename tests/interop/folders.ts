/** Folders for the output of foreign tools. Call `removeFolders` at the end of a test file. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders: string[] = [];

/** Creates a folder. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "interop-"));
  folders.push(folder);
  return folder;
}

/** Removes every folder that this process created. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
