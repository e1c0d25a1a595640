/**
 * The entry point `soapwright-command/notes`: the end of the help of a command. It loads nothing else, so that `--help`
 * starts at once.
 */

export { type CommandNotes, notesText } from "./command-notes";
