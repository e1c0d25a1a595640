/** The other side closed the connection before the request was written. */
export class StaleConnection extends Error {}
