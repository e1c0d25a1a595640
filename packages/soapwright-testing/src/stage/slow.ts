/** Samples of slow tests. `make slow-test` runs them whole, `make test` runs a sample, both from the same test file. */

export const isSlow = process.env.SLOW_TEST !== undefined && process.env.SLOW_TEST !== "";

/** Registers a test that only `make slow-test` runs. `make test` counts it as skipped. */
export const slowTest: jest.It = isSlow ? test : test.skip;

/**
 * Returns every `stride`-th of `all`; in `make slow-test`, all. A prime stride covers lists that are products of lists.
 */
export function sampleOf<T>(all: readonly T[], stride: number): readonly T[] {
  return isSlow ? all : all.filter((_, index) => index % stride === 0);
}
