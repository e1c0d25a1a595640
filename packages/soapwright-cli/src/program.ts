/**
 * The entry point `soapwright-cli/program`: adds commands to a program of commander. It loads none of what they run, so
 * that `--help` starts at once.
 */

export { addCall } from "./program/add-call";
export { addCollection } from "./program/add-collection";
export { addCatalog, addDiff, addDoctor, addInspect, addMock, addSample } from "./program/add-commands";
export { addCompletion } from "./program/add-completion";
export { addGateway } from "./program/add-gateway";
export { addJsonSchema } from "./program/add-json-schema";
export { addMcp } from "./program/add-mcp";
export { commandNotes } from "./program/notes";
