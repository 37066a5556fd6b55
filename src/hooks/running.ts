import { currentFrame, insideFrame } from './async-context.js';
import type { HookEntry } from './entry.js';
import { HookError } from './hook-error.js';
import type { HookKind } from './names.js';

/** Asynchronous dispatch in flight, as seen by the code it called. */
export interface Frame {
  readonly entry: HookEntry;
  /** Enclosing dispatch. */
  readonly parent: Frame | undefined;
  readonly depth: number;
  /** Aborts at the deadline of the callback that the code belongs to. */
  readonly signal: AbortSignal | undefined;
  readonly finished: boolean;
  /** Identity of the hook system that made the dispatch. */
  readonly owner: object;
}

/** Frame as seen by its own run, which sets `finished`. */
export interface OwnFrame extends Omit<Frame, 'finished'> {
  finished: boolean;
}

/** Tracks which hooks are being dispatched around the calling code. */
export interface Running {
  /**
   * Starts a synchronous section of a dispatch. `leave` must follow in the same section. @throws HookError
   * `hook_too_deep`
   */
  enter(entry: HookEntry): void;
  leave(): void;
  /** Starts an asynchronous dispatch. @throws HookError `hook_too_deep` */
  open(entry: HookEntry): OwnFrame;
  /** Calls `work` so that it, and everything it starts, runs inside `frame`. */
  inside<Args extends unknown[], Result>(frame: Frame, work: (...args: Args) => Result, ...args: Args): Result;
  /** Returns the name of the innermost hook of a kind. */
  current(kind: HookKind): string | null;
  /** Whether this hook is being dispatched, or any hook of the kind if no name is given. */
  isDoing(kind: HookKind, name: string | undefined): boolean;
  /** Returns the signal of the innermost callback with a deadline. */
  signal(): AbortSignal | undefined;
}

/**
 * Creates the tracker. Synchronous dispatches form a stack, since each ends before anything else can run.
 * Asynchronous ones overlap, so each is a frame in the async context of its callbacks: two requests never see each
 * other's hooks.
 *
 * Without `asyncContext`, a frame is visible only until its callback first awaits. After that, queries return nothing
 * rather than another request's hook.
 *
 * @param maxDepth maximum number of times a hook may be dispatched inside itself
 */
export function createRunning({ maxDepth, asyncContext }: { maxDepth: number; asyncContext: boolean }): Running {
  const stack: HookEntry[] = [];
  let height = 0;
  const frames = asyncContext ? asyncFrames : createSynchronousFrames();
  const owner = {};

  /** Returns the innermost frame of this hook system: one host's hook may call code inside another host's hook. */
  function ownFrame(frame: Frame | undefined): Frame | undefined {
    let own = frame;
    while (own && own.owner !== owner) own = own.parent;
    return own;
  }

  /** Searches innermost first: the synchronous stack runs inside the awaiting frames. */
  function find(kind: HookKind, name: string | undefined): HookEntry | undefined {
    const matches = (entry: HookEntry) => entry.kind === kind && (name === undefined || entry.name === name);
    const found = stack.slice(0, height).findLast(matches);
    if (found) return found;
    for (let frame = frames.current(); frame; frame = frame.parent) {
      if (frame.owner === owner && !frame.finished && matches(frame.entry)) return frame.entry;
    }
    return undefined;
  }

  /** Throws if a hook is nested too deeply. Walks the whole stack, so call it only when the nesting is deep. */
  function checkDepth(entry: HookEntry): void {
    const onStack = stack.slice(0, height).filter((other) => other === entry).length;
    let inFrames = 0;
    for (let frame = frames.current(); frame; frame = frame.parent) {
      if (!frame.finished && frame.entry === entry) inFrames++;
    }
    if (Math.max(onStack, inFrames) < maxDepth) return;
    throw new HookError(
      'hook_too_deep',
      `The ${entry.kind} "${entry.name}" was dispatched ${maxDepth} times inside itself. A callback that dispatches its own hook must stop at some point, or raise maxDepth.`,
    );
  }

  return {
    enter(entry) {
      if (height >= maxDepth) checkDepth(entry);
      stack[height++] = entry;
    },

    leave() {
      height--;
    },

    open(entry) {
      // Skip finished frames, so that work which reschedules itself does not grow an endless chain.
      let parent = frames.current();
      while (parent?.finished) parent = parent.parent;
      const depth = parent === undefined ? 0 : parent.depth + 1;
      if (depth >= maxDepth || height >= maxDepth) checkDepth(entry);
      return { entry, parent, depth, signal: ownFrame(parent)?.signal, finished: false, owner };
    },

    inside: frames.inside,
    current: (kind) => find(kind, undefined)?.name ?? null,
    isDoing: (kind, name) => find(kind, name) !== undefined,
    signal: () => ownFrame(frames.current())?.signal,
  };
}

/** Access to the frame of the running code. */
interface Frames extends Pick<Running, 'inside'> {
  current(): Frame | undefined;
}

const asyncFrames: Frames = { inside: insideFrame, current: currentFrame };

function createSynchronousFrames(): Frames {
  let current: Frame | undefined;
  return {
    inside(frame, work, ...args) {
      const outer = current;
      current = frame;
      try {
        return work(...args);
      } finally {
        current = outer;
      }
    },
    current: () => current,
  };
}
