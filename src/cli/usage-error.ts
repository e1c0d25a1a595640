/** The command line is wrong. The message names the correction; the exit code is 2. */
export class UsageError extends Error {}
