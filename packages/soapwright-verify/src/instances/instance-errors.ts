export const mostElements = 50_000;

export const mostDepth = 200;

export const boundsText = `more than ${mostElements} elements, or more than ${mostDepth} inside one another`;

/** An instance cannot be generated; the message says why. */
export class InstanceError extends Error {}
