import { HookError } from './hook-error.js';

/** Properties that determine the position of a callback. */
export interface CallbackPosition {
  readonly priority: number;
  readonly sequence: number;
  readonly owner: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Sorts callbacks by priority and then by insertion, subject to their `before` and `after` constraints. A constraint
 * applies to all callbacks of the named owners. Only constrained callbacks move, and no further than they must;
 * owners without callbacks are ignored.
 *
 * @throws HookError `hook_order_cycle` naming the owners whose constraints contradict each other
 */
export function orderRecords<R extends CallbackPosition>(name: string, records: readonly R[]): R[] {
  const inOrder = records.toSorted((a, b) => a.priority - b.priority || a.sequence - b.sequence);
  const all = [...inOrder.keys()];
  // Few callbacks have constraints, and this runs whenever a callback is added.
  const wishing = all.filter((index) => inOrder[index]?.before.length);
  const predecessors = inOrder.map((record) =>
    (record.after.length > 0 ? all : wishing).filter((index) => precedes(inOrder[index], record)),
  );
  const sorted = sortTopologically(name, inOrder, predecessors, all);
  return sortTopologically(name, inOrder, predecessors, wishedPlaces(inOrder, sorted)).map(
    (index) => inOrder[index] as R,
  );
}

function precedes(one: CallbackPosition | undefined, other: CallbackPosition): boolean {
  return one !== undefined && one !== other && (one.before.includes(other.owner) || other.after.includes(one.owner));
}

/**
 * Target index of each callback if only it moved: after the last one it must follow, before the first one it must
 * precede.
 */
function wishedPlaces(records: readonly CallbackPosition[], sorted: readonly number[]): number[] {
  const places = records.map((_, index) => index);
  const placesOf = (owners: readonly string[], index: number) =>
    owners.length === 0
      ? []
      : places.filter((_, other) => other !== index && owners.includes(records[other]?.owner ?? ''));
  for (const index of sorted) {
    places[index] = Math.max(index, ...placesOf(records[index]?.after ?? [], index));
  }
  for (const index of sorted.toReversed()) {
    places[index] = Math.min(places[index] ?? index, ...placesOf(records[index]?.before ?? [], index));
  }
  return places;
}

/** Kahn's algorithm; among the candidates, picks the one with the lowest place. @returns indexes into `records` */
function sortTopologically(
  name: string,
  records: readonly CallbackPosition[],
  predecessors: readonly (readonly number[])[],
  places: readonly number[],
): number[] {
  const place = (index: number) => places[index] ?? index;
  const waiting = new Set(records.keys());
  const sorted: number[] = [];
  while (waiting.size > 0) {
    let next: number | undefined;
    for (const index of waiting) {
      if (predecessors[index]?.some((other) => waiting.has(other))) continue;
      if (next === undefined || place(index) < place(next)) next = index;
    }
    if (next === undefined) throw cycleError(name, records, predecessors, waiting);
    waiting.delete(next);
    sorted.push(next);
  }
  return sorted;
}

/** Finds a cycle: following predecessors among the waiting records must return to a visited one. */
function cycleError(
  name: string,
  records: readonly CallbackPosition[],
  predecessors: readonly (readonly number[])[],
  waiting: ReadonlySet<number>,
): HookError {
  const path: number[] = [];
  let index = waiting.values().next().value;
  while (index !== undefined && !path.includes(index)) {
    path.push(index);
    index = predecessors[index]?.find((other) => waiting.has(other));
  }
  const cycle = [...path.slice(index === undefined ? 0 : path.indexOf(index)), index].toReversed();
  const owners = cycle.map((position) => `"${records[position ?? 0]?.owner}"`).join(' before ');
  return new HookError(
    'hook_order_cycle',
    `The callbacks on "${name}" cannot be ordered: ${owners}. Remove one of these "before" or "after".`,
  );
}
