import { AsyncLocalStorage } from 'node:async_hooks';
import type { Frame } from './running.js';

/** What code runs in, however often it has waited since. */
interface AsyncContext {
  /** The innermost asynchronous dispatch. */
  readonly frame: Frame | undefined;
  /** What is going on around it, such as the request that is being answered. */
  readonly around: unknown;
}

/**
 * One for everything that is known in this way, in all hosts of the process: before Node 24, each storage makes every
 * promise dearer, for as long as it runs.
 */
const storage = new AsyncLocalStorage<AsyncContext>();

export function currentFrame(): Frame | undefined {
  return storage.getStore()?.frame;
}

/** Calls `work` so that it and all it causes, now and later, run inside `frame`. */
export function insideFrame<Args extends unknown[], Result>(
  frame: Frame,
  work: (...args: Args) => Result,
  ...args: Args
): Result {
  return storage.run({ frame, around: storage.getStore()?.around }, work, ...args);
}

/** Calls `work` so that for it and all it causes, now and later, `surroundings` answers this. */
export function within<Result>(around: unknown, work: () => Result): Result {
  return storage.run({ frame: storage.getStore()?.frame, around }, work);
}

/**
 * Calls `work` so that it runs within nothing: for what one request has only happened to set going, and would have been
 * done without it.
 */
export function detached<Result>(work: () => Result): Result {
  return within(undefined, work);
}

/** What the code that asks runs within, the innermost of several; undefined for what nothing was said about. */
export function surroundings(): unknown {
  return storage.getStore()?.around;
}
