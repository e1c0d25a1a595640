export type { Read } from "./credentials";
export { type DiagnoseOptions, diagnose } from "./diagnose";
export type { Check, CheckName, Diagnosis, Finding, Severity } from "./diagnosis";
export {
  CheckLines,
  diagnosisText,
  diagnosisTitle,
  findingsOf,
  type NamedDiagnosis,
  summaryOf,
} from "./diagnosis-text";
export { featureHint } from "./feature-hints";
export type { SettingNames } from "./subject";
