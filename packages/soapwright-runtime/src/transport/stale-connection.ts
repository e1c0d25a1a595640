/** The connection was closed by the other side before the request was written on it. */
export class StaleConnection extends Error {}
