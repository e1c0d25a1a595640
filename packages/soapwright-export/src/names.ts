/** The name under which an export is known to databases and queues, and the version of this package. */
import { version } from "../package.json";

export const NAME = "soapwright";

export const VERSION: string = version;
