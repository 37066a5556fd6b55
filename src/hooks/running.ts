import { currentFrame, insideFrame } from './async-context.js';
import type { HookEntry } from './entry.js';
import { HookError } from './hook-error.js';
import type { HookKind } from './names.js';

/** An asynchronous dispatch in flight, as the code it called sees it. */
export interface Frame {
  readonly entry: HookEntry;
  /** The dispatch it was made in. */
  readonly parent: Frame | undefined;
  readonly depth: number;
  /** Aborts when the time of the callback is over that the code belongs to. */
  readonly signal: AbortSignal | undefined;
  readonly finished: boolean;
  /** Whose hooks these are. */
  readonly owner: object;
}

/** The frame of a run in the hands of the run itself. */
export interface OwnFrame extends Omit<Frame, 'finished'> {
  finished: boolean;
}

/** Knows which hooks are being dispatched, to the code that asks. */
export interface Running {
  /** Begins a synchronous stretch of a dispatch; `leave` must follow in it. @throws HookError `hook_too_deep` */
  enter(entry: HookEntry): void;
  leave(): void;
  /** Begins an asynchronous dispatch. @throws HookError `hook_too_deep` */
  open(entry: HookEntry): OwnFrame;
  /** Calls `work` so that it and all it causes, now and later, run inside `frame`. */
  inside<Args extends unknown[], Result>(frame: Frame, work: (...args: Args) => Result, ...args: Args): Result;
  /** The innermost hook of a kind. */
  current(kind: HookKind): string | null;
  /** Whether a hook of a kind is being dispatched; any of them without a name. */
  isDoing(kind: HookKind, name: string | undefined): boolean;
  /** The signal of the innermost callback with a deadline. */
  signal(): AbortSignal | undefined;
}

/**
 * What runs synchronously is a stack, since it ends before anything else gets to run. Asynchronous dispatches overlap,
 * so each is a frame in the async context of the callbacks it calls: two requests never see each other's hooks.
 *
 * Without `asyncContext` a frame is known until its callback waits for the first time: what asks later gets no answer,
 * rather than that of another request.
 *
 * @param maxDepth how often a hook may be dispatched inside itself
 */
export function createRunning({ maxDepth, asyncContext }: { maxDepth: number; asyncContext: boolean }): Running {
  const stack: HookEntry[] = [];
  let height = 0;
  const frames = asyncContext ? asyncFrames : createSynchronousFrames();
  const owner = {};

  /** The innermost one of these hooks: code may run in a hook of one host that was called in one of another. */
  function ownFrame(frame: Frame | undefined): Frame | undefined {
    let own = frame;
    while (own && own.owner !== owner) own = own.parent;
    return own;
  }

  /** Innermost first: what runs synchronously now was called by what has waited before. */
  function find(kind: HookKind, name: string | undefined): HookEntry | undefined {
    const matches = (entry: HookEntry) => entry.kind === kind && (name === undefined || entry.name === name);
    const found = stack.slice(0, height).findLast(matches);
    if (found) return found;
    for (let frame = frames.current(); frame; frame = frame.parent) {
      if (frame.owner === owner && !frame.finished && matches(frame.entry)) return frame.entry;
    }
    return undefined;
  }

  /** Counting is for those who are deep inside something; nobody else pays for it. */
  function checkDepth(entry: HookEntry): void {
    const onStack = stack.slice(0, height).filter((other) => other === entry).length;
    let inFrames = 0;
    for (let frame = frames.current(); frame; frame = frame.parent) {
      if (!frame.finished && frame.entry === entry) inFrames++;
    }
    if (Math.max(onStack, inFrames) < maxDepth) return;
    throw new HookError(
      'hook_too_deep',
      `The ${entry.kind} "${entry.name}" was dispatched ${maxDepth} times inside itself. A callback that dispatches its own hook needs an end, or raise maxDepth.`,
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
      // Skipping what has ended keeps work that schedules itself again and again from growing a chain.
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

/** The frame that code runs in. */
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
