/** `make`, asked once for each object: what it makes is kept for as long as the object is there. */
export function remembered<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const kept = new WeakMap<K, V>();
  return (key) => {
    if (kept.has(key)) return kept.get(key) as V;
    const made = make(key);
    kept.set(key, made);
    return made;
  };
}
