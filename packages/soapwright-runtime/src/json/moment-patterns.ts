/** Regular expressions of dates, times and durations (XML Schema Part 2, 3.2.6 to 3.2.14), with the calendar in them. */

/** There is no year 0000 (XML Schema Part 2, 3.2.7.1). */
const YEAR = "-?(?:[1-9][0-9]{3,}|0[0-9]{2}[1-9]|0[0-9][1-9]0|0[1-9]00)";
/** The last four digits decide, because 10,000 years are 25 cycles of 400. */
const LEAP_YEAR =
  "-?(?:(?:[1-9][0-9]*)?(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)|[1-9][0-9]*0000)";
const MONTH = "(?:0[1-9]|1[0-2])";
const DAY = "(?:0[1-9]|[12][0-9]|3[01])";
/** The days of all months except 29 February. */
const MONTH_DAY =
  "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))";
const DATE = `(?:${YEAR}-${MONTH_DAY}|${LEAP_YEAR}-02-29)`;
const TIME = String.raw`(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?|24:00:00(?:\.0+)?)`;
const ZONE = "(?:Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))?";

const DURATION = String.raw`-?P(?=[0-9T])(?:[0-9]+Y)?(?:[0-9]+M)?(?:[0-9]+D)?(?:T(?=[0-9])(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+(?:\.[0-9]+)?S)?)?`;

/** By the local name of the built-in type. */
export const momentPatterns: Readonly<Record<string, string>> = {
  dateTime: `^${DATE}T${TIME}${ZONE}$`,
  date: `^${DATE}${ZONE}$`,
  time: `^${TIME}${ZONE}$`,
  gYearMonth: `^${YEAR}-${MONTH}${ZONE}$`,
  gYear: `^${YEAR}${ZONE}$`,
  gMonthDay: `^--(?:${MONTH_DAY}|02-29)${ZONE}$`,
  gDay: `^---${DAY}${ZONE}$`,
  // The form --11-- of the first edition is read too.
  gMonth: `^--${MONTH}(?:--)?${ZONE}$`,
  duration: `^${DURATION}$`,
};
