/** What commands that call a service share. The entry point of the package is `service.ts`. */

export { jsonFrom, refuseMissing } from "./call-arguments";
export { notedAttempts, noteFor, printCall, wayOf } from "./call-result";
export { CommandWords, type DocumentedOperation } from "./call-words";
export { CommandEnd, UsageError } from "./command-end";
export { type CauseWords, type Complaint, causeWords, complaintOf, type Voice } from "./complaint";
export { type ArgumentWords, type Candidate, completeArguments, takesFile } from "./completion/candidates";
export { durationTo, LONGEST_TIMER_MS } from "./durations";
export { exitCodes, exitCodesHelp, runningExitCodes } from "./exit-codes";
export { columnsOfData, titled } from "./formats/columns-of-data";
export { columnsOfType } from "./formats/columns-of-type";
export {
  type Format,
  type FormatFlags,
  formatOf,
  formatOptions,
  formats,
  listWriter,
  type Shown,
  tableText,
  valueText,
} from "./formats/format";
export { installedPackage } from "./installed-package";
export {
  argumentsOf,
  type GivenJson,
  type GivenOption,
  isSameName,
  type OwnOptions,
  optionName,
  optionNames,
  splitWords,
} from "./parse-arguments";
export { type ArgumentPlaces, argumentPlaces, resultType, takesRecord, typeWord } from "./places";
export { printItems, printValue } from "./printing";
export { processTerminal } from "./process-terminal";
export { type Environment, lineWidth, type Terminal } from "./terminal";
export { withVariables } from "./variables";
export { limitText, SILENCE_MS, WaitNote } from "./wait-note";
