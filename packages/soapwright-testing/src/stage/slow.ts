/** Slow tests: `make slow-test` runs them whole, `make test` leaves them out or runs a sample of their cases. */

export const isSlow = process.env.SLOW_TEST !== undefined && process.env.SLOW_TEST !== "";

/** Registers a test in `make slow-test` alone. */
export const slowTest: SlowTest = isSlow ? test : Object.assign(() => {}, { each: () => () => {} });

type SlowTest = Pick<jest.It, "each"> & ((name: string, run: jest.ProvidesCallback, timeoutMs?: number) => void);

/**
 * Returns every `stride`-th of `all`; in `make slow-test`, all. A prime stride covers lists that are products of lists.
 */
export function sampleOf<T>(all: readonly T[], stride: number): readonly T[] {
  return isSlow ? all : all.filter((_, index) => index % stride === 0);
}
