export type { Read } from "./doctor/credentials";
export { type DiagnoseOptions, diagnose } from "./doctor/diagnose";
export type { Check, CheckName, Diagnosis, Finding, Severity } from "./doctor/diagnosis";
export {
  CheckLines,
  diagnosisText,
  diagnosisTitle,
  findingsOf,
  type NamedDiagnosis,
  summaryOf,
} from "./doctor/diagnosis-text";
export { featureHint } from "./doctor/feature-hints";
export type { SettingNames } from "./doctor/subject";
