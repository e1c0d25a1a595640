import { name, version } from "../package.json";

/** This package and its version, which errors name where a client of another version is handed a feature. */
export const MADE_BY = `${name} ${version}`;
