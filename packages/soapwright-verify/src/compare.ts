/** The entry point `soapwright-verify/compare`: two contracts compared, and what each difference means for callers. */

export {
  type Change,
  type ChangeSeverity,
  Changes,
  describeChange,
  Names,
  numbered,
  severityOf,
  stepOf,
} from "./compare/change";
export { compareDefinitions } from "./compare/compare-definitions";
