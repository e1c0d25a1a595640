/** The version of this package, from `package.json`. */
import { version } from "../package.json";

export const VERSION: string = version;
