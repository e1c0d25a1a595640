/** Why a release cannot be made: one sentence or two, for the person who makes it. */
export class ReleaseError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ReleaseError";
  }
}
