/** Candidates for a command line: those of `call` come from its WSDL. */
import type { Command } from "commander";
import { isAddress, loadServices, OpenProblem } from "soapwright-contract";
import { completionLines } from "../../completion";
import { completeArguments } from "../../index";
import { addClientOptions } from "../call/call-flags";
import { callCandidates, splitOperands } from "../call/call-line";
import { propertyTexts } from "../call/schema-texts";
import { withWsdl } from "../call/wsdl-file";

/** Returns a line for each candidate. The last of `words` is empty where a new word begins. */
export async function complete(program: Command, words: readonly string[]): Promise<string> {
  const call = program.commands.find((command) => command.name() === "call");
  if (call !== undefined && words[0] === "call") {
    const [wsdl] = splitOperands(words.slice(1, -1).filter((word) => word !== "=")).operands;
    const candidates = await candidatesOf(wsdl);
    completeArguments(call, candidates);
  }
  const gateway = program.commands.find((command) => command.name() === "gateway");
  if (gateway !== undefined && words[0] === "gateway") addClientOptions(gateway);
  return completionLines(program, words);
}

/** A key of the keyboard fetches nothing from the network, and an error has no place on the command line. */
async function candidatesOf(wsdl: string | undefined): Promise<Parameters<typeof completeArguments>[1]> {
  if (wsdl === undefined || isAddress(wsdl)) return callCandidates(undefined);
  try {
    return await withWsdl(wsdl, async (path) => {
      const loaded = await loadServices(path, { wsdl: { allowOutside: true } });
      return callCandidates({ services: loaded.services, texts: propertyTexts(loaded) });
    });
  } catch (error) {
    if (!(error instanceof OpenProblem)) throw error;
    return callCandidates(undefined);
  }
}
