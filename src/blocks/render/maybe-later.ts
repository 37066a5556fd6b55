import { setImmediate } from 'node:timers/promises';

/** Value or a promise of it. Awaiting a value that is available costs more than rendering most blocks. */
export type MaybeLater<Value> = Value | Promise<Value>;

/** Continues immediately if the value is available. */
export function whenDone<Value, Result>(
  value: MaybeLater<Value>,
  next: (value: Value) => MaybeLater<Result>,
): MaybeLater<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Creates texts one after the other, and joins them. @param at creates the text at an index */
export function joined(count: number, at: (index: number) => MaybeLater<string>, first = 0): MaybeLater<string> {
  let text = '';
  for (let index = first; index < count; index += 1) {
    const part = at(index);
    if (part instanceof Promise) return laterJoined(text, part, index);
    text += part;
  }
  return text;

  async function laterJoined(before: string, pending: Promise<string>, index: number): Promise<string> {
    let all = before + (await pending);
    for (let next = index + 1; next < count; next += 1) all += await at(next);
    return all;
  }
}

/** Waits for a later turn of the event loop; null while the current turn may continue. */
export type Pause = () => Promise<void> | null;

/** Maximum milliseconds of rendering in one turn of the event loop. */
const TURN = 10;

/** Creates the pauses of one document. A document with very many blocks would block other requests without them. */
export function createPauses(): Pause {
  let start = performance.now();
  return () => {
    if (performance.now() - start < TURN) return null;
    return setImmediate().then(() => {
      start = performance.now();
    });
  };
}
