/** `make`, asked once for each object: its answer is kept for as long as the object is there. */
export function remembered<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const answers = new WeakMap<K, V>();
  return (key) => {
    if (answers.has(key)) return answers.get(key) as V;
    const answer = make(key);
    answers.set(key, answer);
    return answer;
  };
}
