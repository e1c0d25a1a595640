/** The error of a request whose connection the other side closed before the request was written. */
export class StaleConnection extends Error {}
