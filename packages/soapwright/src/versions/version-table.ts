/** The types of a table of versions: one service, a row for each version of its interface. */
import type { Position } from "soapwright-contract";
import type { Placed } from "../config/config-shape";

export interface VersionTable {
  /** The name of the service, for example `OrderService`: the prefix of its options and environment variables. */
  readonly service: string;
  /** The path of namespaces after the base URL, with `{version}` in place of a row's folder. */
  readonly path: string | undefined;
  /** Whether node-soap writes the envelopes of the clients. */
  readonly nodeSoap: boolean;
  readonly rows: readonly VersionRow[];
}

export interface VersionRow {
  readonly position: Position;
  /** The file is in the folder of the table. */
  readonly wsdl: Placed;
  readonly className: Placed;
  /** The name of the version, of its folder in `generated/` and of its entry point: `v3`. */
  readonly folder: Placed;
  /** For example `2026-11-21`. */
  readonly date: string | undefined;
  /** The purpose is for the documentation of the factory. */
  readonly summary: string | undefined;
  readonly header: HeaderRow | undefined;
  /** The kinds of faults that code and reason do not tell. The first matching row applies. */
  readonly faults: readonly FaultRow[];
  /** The generated types that the main entry point exports. */
  readonly types: readonly Placed[];
}

export interface FaultRow {
  /** The local name of the fault's code or of a subcode. */
  readonly code: string | undefined;
  /** A part of the fault's reason, in any letter case. */
  readonly reason: string | undefined;
  readonly kind: string;
}

export interface HeaderRow {
  readonly element: Placed;
  readonly children: readonly ChildRow[];
}

export interface ChildRow {
  readonly name: Placed;
  readonly option: string;
  readonly variable: string | undefined;
  readonly required: boolean;
  readonly secret: boolean;
  readonly documentation: string | undefined;
  /** The value that the sandbox accepts. */
  readonly sandbox: string;
}
