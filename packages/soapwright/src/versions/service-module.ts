import { type ImportDeclarationStructure, StructureKind } from "ts-morph";

/** The module that generated code of a service with several versions imports. */
export const SERVICE_MODULE = "soapwright-runtime";

/** Returns the import of types of the module. */
export function serviceTypes(...namedImports: string[]): ImportDeclarationStructure {
  return { kind: StructureKind.ImportDeclaration, isTypeOnly: true, moduleSpecifier: SERVICE_MODULE, namedImports };
}
