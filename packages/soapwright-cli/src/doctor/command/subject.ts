import type { Definitions, LoadOptions } from "soapwright-contract";
import type { ServiceClient } from "soapwright-runtime";
import type { Read } from "../credentials";
import type { SettingNames } from "../subject";

/** A service of a WSDL or a version of a product, as the doctor examines it. */
export interface DoctorSubject {
  readonly name: string;
  /** Why it is not examined, as a sentence. */
  readonly leftOut?: string;
  /** Rejects with `ConfigurationError` for a variable that is missing or wrong. */
  open(): Promise<ServiceClient>;
  /** A call of the client that only reads; undefined without one. */
  readOf(client: ServiceClient): Read | undefined;
  /** The operation that the command line wants to be read. */
  readonly wanted?: string;
  /** What the client was made from, and how it is read. */
  readonly wsdl?: string | Definitions;
  readonly load?: LoadOptions;
  readonly settingNames: SettingNames;
}
