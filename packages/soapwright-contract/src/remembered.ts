/** Returns `make` with its results cached by object, as long as the object exists. */
export function remembered<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const results = new WeakMap<K, V>();
  return (key) => {
    if (results.has(key)) return results.get(key) as V;
    const result = make(key);
    results.set(key, result);
    return result;
  };
}
