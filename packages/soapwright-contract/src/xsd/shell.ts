/** A component while it is built: references to it may be handed out before it is filled. */
export type Shell<T> = {
  -readonly [P in keyof T]: T[P] extends readonly (infer Item)[] ? Item[] : T[P];
};
