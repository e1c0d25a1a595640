import type { SimpleType } from "soapwright-contract";

/** Most elements, and occurrences of groups, that an instance is made of. */
export const mostElements = 50_000;

/** Most elements inside one another. */
export const mostDepth = 200;

/** The bounds of instances, for messages. */
export const boundsWords = `more than ${mostElements} elements, or more than ${mostDepth} inside one another`;

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
    super(`an instance needs ${boundsWords}`);
    this.name = "TooLargeError";
  }
}
