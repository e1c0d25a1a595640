/** What `make slow-test` takes whole, `make test` takes a sample of: a test file that asks here is run by both. */

export const isSlow = process.env.SLOW_TEST !== undefined && process.env.SLOW_TEST !== "";

/** A test that `make slow-test` alone runs; `make test` counts it as skipped. */
export const slowTest: jest.It = isSlow ? test : test.skip;

/** Every `stride`-th of `all`, and all of them in `make slow-test`. A prime stride goes through lists that are products of lists. */
export function sampleOf<T>(all: readonly T[], stride: number): readonly T[] {
  return isSlow ? all : all.filter((_, index) => index % stride === 0);
}
