import { AsyncLocalStorage } from 'node:async_hooks';
import type { HookEntry } from './entry.js';
import type { Gate } from './gate.js';
import { textOf } from './hook-error.js';
import type { HookKind } from './names.js';
import { type Preview, previewOf } from './preview.js';
import type { CallListener, MeasuredCall } from './probe.js';

/** Callback call in a trace; times in milliseconds. */
export interface TracedCall {
  readonly owner: string;
  readonly id: string | null;
  readonly priority: number;
  /** Function name; empty for an anonymous function. */
  readonly function: string;
  readonly selfMs: number;
  readonly waitMs: number;
  /** Return value; null if it threw. */
  readonly returned: Preview | null;
  /** Value of a filter after this call, even if it returned nothing or mutated the value. */
  after: Preview | null;
  /** Thrown error, or the reason its result was rejected. */
  error: string | null;
}

/** Dispatch in a trace. */
export interface TracedDispatch {
  readonly kind: HookKind;
  readonly hook: string;
  /** Number of enclosing dispatches. */
  readonly depth: number;
  /** Milliseconds since the start of the trace. */
  readonly startMs: number;
  /** Milliseconds from start to end; null while running. */
  durationMs: number | null;
  /** Initial value of a filter, or the arguments of an action. */
  readonly before: Preview;
  /** Final value of a filter; null for actions and failed dispatches. */
  after: Preview | null;
  /** Error that ended the dispatch. */
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

/** Options of a trace. */
export interface TraceOptions {
  /** Maximum number of characters kept per value; Infinity keeps complete JSON. @default 200 */
  readonly longestText?: number;
}

/** Records the dispatches made by a piece of work, and no others. */
export interface Tracing {
  trace<Result>(
    work: () => Result | Promise<Result>,
    options?: TraceOptions,
  ): Promise<{ result: Result; dispatches: readonly TracedDispatch[] }>;
  /** Starts recording a dispatch in the trace of its work; undefined if it is not traced. */
  begin(entry: HookEntry, args: readonly unknown[]): ActiveTrace | undefined;
}

export interface ActiveTrace {
  /** Runs the dispatch, so that nested ones know their depth. */
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
        // Before Node 24, an active AsyncLocalStorage slows down every promise of the process.
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
