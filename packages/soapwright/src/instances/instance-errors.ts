import type { SimpleType } from "soapwright-contract";

export const mostElements = 50_000;

export const mostDepth = 200;

export const boundsText = `more than ${mostElements} elements, or more than ${mostDepth} inside one another`;

/** An instance cannot be generated; the message says why. */
export class InstanceError extends Error {}

/** No value of a simple type was found. */
export class NoValueError extends InstanceError {
  constructor(readonly type: SimpleType) {
    super(`no value of the simple type ${type.name?.local ?? `at line ${type.position.line}`} was found`);
    this.name = "NoValueError";
  }
}

/** An instance grows beyond all bounds. */
export class TooLargeError extends InstanceError {
  constructor() {
    super(`an instance needs ${boundsText}`);
    this.name = "TooLargeError";
  }
}
