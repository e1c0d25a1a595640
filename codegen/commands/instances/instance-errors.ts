import type { SimpleType } from "../../xsd/components";

/** Most elements, and occurrences of groups, that an instance is made of. */
export const mostElements = 50_000;

/** An instance cannot be made; the message says why. */
export class InstanceError extends Error {}

/** Thrown when no value of a simple type was found. */
export class NoValueError extends InstanceError {
  readonly type: SimpleType;

  constructor(type: SimpleType) {
    super(`no value of the simple type ${type.name?.local ?? `at line ${type.position.line}`} was found`);
    this.name = "NoValueError";
    this.type = type;
  }
}

/** Thrown while an instance grows past every bound. */
export class TooLargeError extends InstanceError {
  constructor() {
    super(`an instance needs more than ${mostElements} elements`);
    this.name = "TooLargeError";
  }
}
