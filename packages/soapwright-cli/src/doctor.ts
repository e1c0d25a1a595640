export { type DiagnoseOptions, diagnose } from "./doctor/diagnose";
export type { Check, Diagnosis } from "./doctor/diagnosis";
export { diagnosisText } from "./doctor/diagnosis-text";
