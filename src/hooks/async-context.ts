import { AsyncLocalStorage } from 'node:async_hooks';
import type { Frame } from './running.js';

/** Context of running code, kept across every `await`. */
interface AsyncContext {
  /** Innermost asynchronous dispatch. */
  readonly frame: Frame | undefined;
  /** Surrounding operation, such as the request being answered. */
  readonly around: unknown;
}

/**
 * Single storage for all hosts of the process. Before Node 24, each running AsyncLocalStorage slows down every
 * promise.
 */
const storage = new AsyncLocalStorage<AsyncContext>();

export function currentFrame(): Frame | undefined {
  return storage.getStore()?.frame;
}

/** Calls `work` so that it, and everything it starts, runs inside `frame`. */
export function insideFrame<Args extends unknown[], Result>(
  frame: Frame,
  work: (...args: Args) => Result,
  ...args: Args
): Result {
  return storage.run({ frame, around: storage.getStore()?.around }, work, ...args);
}

/** Calls `work` so that `surroundings` returns `around` for it and for everything it starts. */
export function within<Result>(around: unknown, work: () => Result): Result {
  return storage.run({ frame: storage.getStore()?.frame, around }, work);
}

/** Calls `work` without surroundings, for work that a request merely triggers and that does not belong to it. */
export function detached<Result>(work: () => Result): Result {
  return within(undefined, work);
}

/** Returns the innermost surroundings of the calling code, or undefined if there are none. */
export function surroundings(): unknown {
  return storage.getStore()?.around;
}
