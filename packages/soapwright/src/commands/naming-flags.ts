/** Options of names and modules, which commands have that generate. */

import type { NamingOptions } from "soapwright-contract";
import { type Flag, matching } from "soapwright-contract/flags";
import { moduleForm, moduleWording, typePrefixForm, typeSuffixForm } from "../config/config-options";

export const moduleName = matching(moduleForm, `It takes ${moduleWording}.`);

/** Names by QName are only in the configuration. */
export type NamingFlags = Omit<NamingOptions, "names">;

/** Options of `generate`, and of `verify`, which proves that names change nothing on the wire. */
export const namingFlags: readonly Flag[] = [
  ["--types <which>", "named types of the schemas: those that operations use, or all (default used)", ["used", "all"]],
  [
    "--simple-types <which>",
    "simple types that xsi:type may name: the declared one, or derived ones too, with values { $type, value } (default declared)",
    ["declared", "derived"],
  ],
  ["--property-case <case>", "names of properties: as on the wire, or camelCase (default wire)", ["wire", "camel"]],
  ["--type-case <case>", "names of types: as in the schema, or PascalCase (default wire)", ["wire", "pascal"]],
  ["--type-prefix <text>", "what names of types start with", matching(typePrefixForm, "It is no start of a name.")],
  ["--type-suffix <text>", "what names of types end with", matching(typeSuffixForm, "It is no end of a name.")],
];

/** Options of `verify` that choose names and modules. */
export const verifiedFlags: readonly Flag[] = [
  ["--runtime <specifier>", "the module that generated code imports (default: the one of this package)", moduleName],
  ...namingFlags,
];
