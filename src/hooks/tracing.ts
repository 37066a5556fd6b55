import { AsyncLocalStorage } from 'node:async_hooks';
import type { HookEntry } from './entry.js';
import type { Gate } from './gate.js';
import { textOf } from './hook-error.js';
import type { HookKind } from './names.js';
import { type Preview, previewOf } from './preview.js';
import type { CallListener, MeasuredCall } from './probe.js';

/** One call of a callback in a trace; times in milliseconds. */
export interface TracedCall {
  readonly owner: string;
  readonly id: string | null;
  readonly priority: number;
  /** Name of the function, empty for an anonymous one. */
  readonly function: string;
  readonly selfMs: number;
  readonly waitMs: number;
  /** What it returned, null when it threw. */
  readonly returned: Preview | null;
  /** The value of a filter behind it, also when it returned nothing or changed the value in place. */
  after: Preview | null;
  /** What it threw, or why what it returned was not taken. */
  error: string | null;
}

/** One dispatch in a trace. */
export interface TracedDispatch {
  readonly kind: HookKind;
  readonly hook: string;
  /** How many dispatches it was made inside of. */
  readonly depth: number;
  /** Milliseconds from the beginning of the trace. */
  readonly startMs: number;
  /** Milliseconds from beginning to end; null while it is not over. */
  durationMs: number | null;
  /** The value of a filter, or the arguments of an action. */
  readonly before: Preview;
  /** The value of a filter in the end; null for actions, and when it failed. */
  after: Preview | null;
  /** What the dispatch was ended by. */
  error: string | null;
  readonly calls: TracedCall[];
}

interface Scope {
  readonly dispatches: TracedDispatch[];
  readonly startedAt: number;
  readonly depth: number;
  readonly longestText: number | undefined;
  isOver(): boolean;
}

export interface TraceOptions {
  /** Characters of a value that are kept, 200 by default; Infinity keeps them all, as JSON. */
  readonly longestText?: number;
}

/** Writes down every dispatch that some work makes, now and later, and nobody else's. */
export interface Tracing {
  trace<Result>(
    work: () => Result | Promise<Result>,
    options?: TraceOptions,
  ): Promise<{ result: Result; dispatches: readonly TracedDispatch[] }>;
  /** The dispatch in the trace of the work that makes it; undefined when it is not traced. */
  begin(entry: HookEntry, args: readonly unknown[]): ActiveTrace | undefined;
}

export interface ActiveTrace {
  /** Makes the dispatch, so that others inside of it know where they are. */
  inside<Result>(work: () => Result): Result;
  readonly called: CallListener['ended'];
  concluded(value: unknown, failed: boolean): void;
  ended(value: unknown, failed: boolean): void;
}

export function createTracing(gate: Gate): Tracing {
  const scopes = new AsyncLocalStorage<Scope>();
  let traces = 0;

  return {
    async trace(work, { longestText } = {}) {
      const dispatches: TracedDispatch[] = [];
      let isOver = false;
      gate.force();
      traces += 1;
      try {
        const scope = { dispatches, startedAt: performance.now(), depth: 0, longestText, isOver: () => isOver };
        return { result: await scopes.run(scope, async () => work()), dispatches };
      } finally {
        isOver = true;
        gate.release();
        traces -= 1;
        // Before Node 24 it makes every promise of the process dearer.
        if (traces === 0) scopes.disable();
      }
    },

    begin(entry, args) {
      const scope = scopes.getStore();
      if (!scope || scope.isOver()) return undefined;
      const start = performance.now();
      const preview = (value: unknown): Preview => previewOf(value, scope.longestText);
      const dispatch: TracedDispatch = {
        kind: entry.kind,
        hook: entry.name,
        depth: scope.depth,
        startMs: start - scope.startedAt,
        durationMs: null,
        before: preview(entry.kind === 'filter' ? args[0] : args),
        after: null,
        error: null,
        calls: [],
      };
      scope.dispatches.push(dispatch);
      return {
        inside: (work) => scopes.run({ ...scope, depth: scope.depth + 1 }, work),
        called: (...call) => void dispatch.calls.push(describe(preview, ...call)),
        concluded(value, failed) {
          const call = dispatch.calls.at(-1);
          if (call && failed) call.error ??= textOf(value);
          else if (call && entry.kind === 'filter') call.after = preview(value);
        },
        ended(value, failed) {
          dispatch.durationMs = performance.now() - start;
          if (failed) dispatch.error = textOf(value);
          else if (entry.kind === 'filter') dispatch.after = preview(value);
        },
      };
    },
  };
}

function describe(
  preview: (value: unknown) => Preview,
  { record, selfMs }: MeasuredCall,
  waitMs: number,
  value: unknown,
  failed: boolean,
): TracedCall {
  const { owner, id, priority, callback } = record;
  return {
    owner,
    id,
    priority,
    function: callback.name,
    selfMs,
    waitMs,
    returned: failed ? null : preview(value),
    after: null,
    error: failed ? textOf(value) : null,
  };
}
