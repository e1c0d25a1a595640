/** The command line is wrong. The message says what to write instead; the exit code is 2. */
export class UsageError extends Error {}
