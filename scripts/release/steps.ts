/** The checks of a release that make targets do, in order; none of them changes the tree. */
import { ReleaseError } from "./release-error";
import { ProgramError, run } from "./run";

/** A make target and what it is for. */
interface Step {
  readonly target: string;
  readonly words: string;
}

/** Full tests are left out for a commit that has been tested; the contract suite runs where the environment has a service. */
export function stepsFor(environment: NodeJS.ProcessEnv, isTested: boolean): Step[] {
  return [
    { target: "check", words: "that generated/ is what wsdl/ says" },
    ...(isTested
      ? []
      : [
          { target: "test", words: "every test" },
          { target: "slow-test", words: "the slow proofs, and limits of memory, time and rate" },
        ]),
    ...(environment.EMPLOYEE_SERVICE_BASE_URL
      ? [{ target: "contract", words: "the service by the contract suite" }]
      : []),
    { target: "api-check", words: "that api/ is what the entry points show" },
  ];
}

/** @throws ReleaseError when the target fails, after its last words. */
export function runStep(root: string, { target }: Step): void {
  try {
    run("make", ["--no-print-directory", target], root);
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    const last = error.output.trimEnd().split("\n").slice(-20).join("\n");
    throw new ReleaseError(`${last}\nmake ${target} failed. Nothing was published.`);
  }
}
