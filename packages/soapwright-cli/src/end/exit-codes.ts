/** The exit codes of commands, which the help of each lists. */

export const exitCodes = {
  success: 0,
  failure: 1,
  usage: 2,
  configuration: 3,
  connection: 4,
  fault: 5,
  response: 6,
  stopped: 7,
};

export const exitCodesHelp: Readonly<Record<number, string>> = {
  0: "success",
  1: "an error without a code of its own",
  2: "the command line is wrong",
  3: "the environment is wrong",
  4: "no connection, no response in time, or unavailable",
  5: "the service returned a fault",
  6: "the response is not what the contract describes",
  7: "stopped by Ctrl-C",
};

export const runningExitCodes: Readonly<Record<number, string>> = {
  0: "stopped by Ctrl-C",
  1: "an error without a code of its own",
  2: "the command line is wrong, or the port is in use",
};
