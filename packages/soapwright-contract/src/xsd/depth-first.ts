interface Walk<N> {
  below(node: N): Iterable<N>;
  /** Called for each edge from a node to itself or to an ancestor. */
  closes(from: N, to: N): void;
  leaves?(node: N): void;
}

/** Visits each descendant of `roots` once, depth first, without recursion, because graphs may be of any depth. */
export function visitDepthFirst<N>(roots: Iterable<N>, { below, closes, leaves }: Walk<N>): void {
  const states = new Map<N, "open" | "done">();
  for (const root of roots) {
    const stack: { readonly node: N; readonly rest: Iterator<N> }[] = [];
    const enter = (node: N): void => {
      states.set(node, "open");
      stack.push({ node, rest: below(node)[Symbol.iterator]() });
    };
    if (!states.has(root)) enter(root);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { done, value } = top.rest.next();
      if (done === true) {
        states.set(top.node, "done");
        stack.pop();
        leaves?.(top.node);
      } else if (!states.has(value)) enter(value);
      else if (states.get(value) === "open") closes(top.node, value);
    }
  }
}

/** Returns the root and all its descendants without duplicates, depth first. */
export function withDescendants<N>(root: N, below: (node: N) => readonly N[]): N[] {
  const visited = new Set<N>();
  const open = [root];
  while (open.length > 0) {
    const node = open.pop()!;
    if (visited.has(node)) continue;
    visited.add(node);
    open.push(...[...below(node)].reverse());
  }
  return [...visited];
}
