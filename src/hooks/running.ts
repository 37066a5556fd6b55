import { AsyncLocalStorage } from 'node:async_hooks';
import type { HookEntry, HookKind } from './entry.js';
import { HookError } from './hook-error.js';

/** An asynchronous dispatch in flight, as the code it called sees it. */
export interface Frame {
  readonly entry: HookEntry;
  /** The dispatch it was made in. */
  readonly parent: Frame | undefined;
  /** Height of the stack when it began; 0 once it waits, since it goes on with an empty one. */
  base: number;
  finished: boolean;
}

/** Knows which hooks are being dispatched, to the code that asks. */
export interface Running {
  /** Begins a synchronous dispatch; `leave` must follow. @throws HookError `hook_too_deep` */
  enter(entry: HookEntry): void;
  leave(entry: HookEntry): void;
  /** Begins an asynchronous dispatch. @throws HookError `hook_too_deep` */
  open(entry: HookEntry): Frame;
  /** Calls `work` so that it and all it causes, now and later, run inside `frame`. */
  inside<Args extends unknown[], Result>(frame: Frame, work: (...args: Args) => Result, ...args: Args): Result;
  /** The innermost hook of a kind. */
  current(kind: HookKind): string | null;
  /** Whether a hook of a kind is being dispatched; any of them without a name. */
  isDoing(kind: HookKind, name: string | undefined): boolean;
}

/**
 * Synchronous dispatches are a stack, since they end before anything else gets to run. Asynchronous ones overlap, so
 * each is a frame in the async context of the callbacks it calls: two requests never see each other's hooks. The
 * context is entered for asynchronous dispatches alone; synchronous ones pay a push and a pop.
 *
 * @param maxDepth how often a hook may be dispatched inside itself
 */
export function createRunning(maxDepth: number): Running {
  const stack: HookEntry[] = [];
  let height = 0;
  const frames = new AsyncLocalStorage<Frame>();

  /** Innermost first: what was pushed since a frame began is inside of it. */
  function find(kind: HookKind, name: string | undefined): HookEntry | undefined {
    const matches = (entry: HookEntry) => entry.kind === kind && (name === undefined || entry.name === name);
    let top = height;
    for (let frame = frames.getStore(); frame; frame = frame.parent) {
      const found = stack.slice(frame.base, top).findLast(matches);
      if (found) return found;
      if (!frame.finished && matches(frame.entry)) return frame.entry;
      top = Math.min(top, frame.base);
    }
    return stack.slice(0, top).findLast(matches);
  }

  function tooDeep(entry: HookEntry): HookError {
    return new HookError(
      'hook_too_deep',
      `The ${entry.kind} "${entry.name}" was dispatched ${maxDepth} times inside itself. A callback that dispatches its own hook needs an end, or raise maxDepth.`,
    );
  }

  return {
    enter(entry) {
      if (entry.depth >= maxDepth) throw tooDeep(entry);
      entry.depth++;
      stack[height++] = entry;
    },

    leave(entry) {
      height--;
      entry.depth--;
    },

    open(entry) {
      // Skipping what has ended keeps work that schedules itself again and again from growing a chain.
      let parent = frames.getStore();
      while (parent?.finished) parent = parent.parent;
      let depth = entry.depth;
      for (let frame = parent; frame; frame = frame.parent) if (frame.entry === entry) depth++;
      if (depth >= maxDepth) throw tooDeep(entry);
      return { entry, parent, base: height, finished: false };
    },

    inside: (frame, work, ...args) => frames.run(frame, work, ...args),
    current: (kind) => find(kind, undefined)?.name ?? null,
    isDoing: (kind, name) => find(kind, name) !== undefined,
  };
}
