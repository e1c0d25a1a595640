/** Caches the results of `make` by object, as long as the object exists. */
export function remembered<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const kept = new WeakMap<K, V>();
  return (key) => {
    if (kept.has(key)) return kept.get(key) as V;
    const made = make(key);
    kept.set(key, made);
    return made;
  };
}
