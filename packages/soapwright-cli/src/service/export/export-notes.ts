/** Exit codes and variables of `export` and `worker`, for their help. */
import { exitCodes } from "../../end/exit-codes";

export const exportExitCodes = { ...exitCodes, refused: 8, storage: 9, unfinished: 10, uncertain: 11 };

export const exportCodesHelp: Readonly<Record<number, string>> = {
  0: "success",
  1: "some inputs ended with an error, or an error without a code of its own",
  2: "the command line is wrong, or an input cannot be read",
  3: "the environment is wrong",
  4: "no connection to the service, the database or the queue, or unavailable",
  7: "stopped by Ctrl-C; the same command resumes it",
  8: "refused: by the service, for example the credentials; by another run, or by the journal or table of another export (with doctor, 8 is warnings alone)",
  9: "a file or a table cannot be read or written",
  10: "with --status: an export is not done",
  11: "calls that change data may have been made: they are among the errors, with the code MAYBE",
};

export const queueEnvironment = {
  PGPASSWORD: "password of PostgreSQL, where the address has none; PGPASSFILE is a file with passwords",
  REDIS_PASSWORD: "password of Redis, where the address has none",
  REDIS_PASSWORD_FILE: "a file with that password",
};
