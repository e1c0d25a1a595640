import type { Position } from "../../diagnostics";
import type { Naming, TypeId, TypeModel } from "../model";

interface Pending {
  readonly id: TypeId;
  readonly build: (id: TypeId, naming: Naming) => TypeModel;
  readonly naming: Naming;
}

/**
 * Assigns an id to every component that generated code needs, and builds its model. A queue instead of recursion allows
 * recursive types and long chains of types.
 */
export class TypeRegistry {
  private readonly ids = new Map<object, Map<string, TypeId>>();
  private readonly queue: Pending[] = [];
  private readonly built: TypeModel[] = [];
  private next = 1;

  /** Returns the id of the type built from `component`; `role` distinguishes several types of one component. */
  request(component: object, role: string, naming: Naming, build: (id: TypeId, naming: Naming) => TypeModel): TypeId {
    const roles = this.ids.get(component) ?? new Map<string, TypeId>();
    this.ids.set(component, roles);
    const existing = roles.get(role);
    if (existing !== undefined) return existing;
    const id = this.next++;
    roles.set(role, id);
    this.queue.push({ id, build, naming });
    return id;
  }

  /** Builds the requested types and the types that they request. Returns them in source order. */
  finish(fileOrder: readonly string[]): TypeModel[] {
    for (let at = 0; at < this.queue.length; at++) {
      const { id, build, naming } = this.queue[at]!;
      this.built.push(build(id, naming));
    }
    this.queue.length = 0;
    const rank = new Map(fileOrder.map((file, index) => [file, index]));
    const rankOf = (position: Position): number => rank.get(position.file) ?? fileOrder.length;
    return this.built.sort(
      (a, b) =>
        rankOf(a.position) - rankOf(b.position) ||
        a.position.line - b.position.line ||
        a.position.column - b.position.column ||
        a.id - b.id,
    );
  }
}
