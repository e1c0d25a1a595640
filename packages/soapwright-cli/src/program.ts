/**
 * The entry point `soapwright-cli/program`: adds the commands that generate nothing to a program of commander. It loads none of
 * what they run, so that `--help` starts at once.
 */
export { addCommands } from "./program/commands";
