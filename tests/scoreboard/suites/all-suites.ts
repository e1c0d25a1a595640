import { databinding } from "./databinding";
import { exchanges } from "./exchanges";
import { realWsdls } from "./real-wsdls";
import type { Suite } from "./suite";
import { xsts } from "./xsts";

/** The suites in the order of the rows. */
export const suites: readonly Suite[] = [databinding, xsts, exchanges, realWsdls];
