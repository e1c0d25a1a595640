/**
 * The entry point `soapwright-runtime/internal/command`: what the help of a command needs. It loads nothing else of the run
 * time, so that `--help` and `--version` start at once.
 */

export { type CommandNotes, notesText } from "./command-notes";
export { NAME } from "./runtime-names";
export { VERSION } from "./version";
