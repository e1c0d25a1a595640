/** A component under construction: references to it may exist while it is unfilled. */
export type Shell<T> = {
  -readonly [P in keyof T]: T[P] extends readonly (infer Item)[] ? Item[] : T[P];
};
