import type { Command } from "commander";
import { addCall } from "./add-call";
import { addCollection } from "./add-collection";
import { addCatalog, addDiff, addDoctor, addInspect, addMock, addSample } from "./add-commands";
import { addCompletion } from "./add-completion";
import { addGateway } from "./add-gateway";
import { addJsonSchema } from "./add-json-schema";
import { addMcp } from "./add-mcp";
import { addVerify, type ProvenGenerator } from "./add-verify";

export type { ProvenGenerator } from "./add-verify";
export { commandNotes } from "./notes";

/** Adds the commands that read, call, serve or examine a WSDL, in the order in which help lists them. */
export function addCommands(program: Command, generator: ProvenGenerator): void {
  addInspect(program);
  addCall(program);
  addMcp(program);
  addJsonSchema(program);
  addCollection(program);
  addDiff(program);
  addSample(program);
  addVerify(program, generator);
  addMock(program);
  addGateway(program);
  addDoctor(program);
  addCatalog(program);
  addCompletion(program);
}
