/** Samples of slow tests. `make slow-test` runs them whole, `make test` runs a sample, both from the same test file. */

export const isSlow = process.env.SLOW_TEST !== undefined && process.env.SLOW_TEST !== "";

const unregistered = Object.assign(() => {}, { each: () => () => {} }) as unknown as jest.It;

/** Registers a test in `make slow-test` alone. */
export const slowTest: jest.It = isSlow ? test : unregistered;

/**
 * Returns every `stride`-th of `all`; in `make slow-test`, all. A prime stride covers lists that are products of lists.
 */
export function sampleOf<T>(all: readonly T[], stride: number): readonly T[] {
  return isSlow ? all : all.filter((_, index) => index % stride === 0);
}
