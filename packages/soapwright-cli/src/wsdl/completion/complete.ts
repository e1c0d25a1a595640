/** Candidates for a command line: those of `call` come from its WSDL. */
import type { Command } from "commander";
import { isAddress, loadServices, OpenProblem } from "soapwright-contract";
import { completeArguments } from "../../index";
import { callCandidates, splitOperands } from "../call/call-line";
import { propertyTexts } from "../call/schema-texts";
import { withWsdl } from "../call/wsdl-file";

/** Lets the command `call` complete from the WSDL of its line. The last of `words` is empty where a new word begins. */
export async function addCallCandidates(program: Command, words: readonly string[]): Promise<void> {
  const call = program.commands.find((command) => command.name() === "call");
  const [wsdl] = splitOperands(words.slice(1, -1).filter((word) => word !== "=")).operands;
  if (call !== undefined) completeArguments(call, await candidatesOf(wsdl));
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
