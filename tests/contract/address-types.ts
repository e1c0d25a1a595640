/** `EmployeeAddress/Type`, as the contract lists it. */
export const addressTypes = [
  "HomeAddress",
  "PostAddress",
  "AbsenceAddress",
  "HolidaysAddress",
  "WeekendAddress",
  "WorkAddress",
];
