import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHooks, type ErrorPolicy, type Subscription } from '../../src/hooks/hooks.js';
import './declared.js';

/** Side effect of a callback, or step of a program between dispatches. */
type Operation =
  | {
      do: 'add';
      owner: string;
      priority: number;
      id: string | undefined;
      before: string[];
      after: string[];
      body: Operation[];
    }
  | { do: 'remove'; index: number }
  | { do: 'removeAll'; priority: number | undefined }
  | { do: 'removeId'; owner: string; id: string }
  | { do: 'dispatch'; kind: 'action' | 'filter'; extra: number }
  | { do: 'query' }
  | { do: 'throw' };

const priority = fc.integer({ min: 0, max: 3 });
const id = fc.constantFrom('x', 'y');
const owner = fc.constantFrom('one', 'two', 'three');
/** Few callbacks have a wish, as in practice. */
const wish = fc.oneof({ weight: 8, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.tuple(owner) });
const { operation } = fc.letrec<{ operation: Operation }>((tie) => ({
  operation: fc.oneof(
    { maxDepth: 3 },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('dispatch'),
        kind: fc.constantFrom('action', 'filter'),
        extra: fc.constantFrom(0, 0, 1, 1, 2, 3, 5),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('add'),
        owner,
        priority,
        id: fc.option(id, { nil: undefined }),
        before: wish,
        after: wish,
        body: fc.array(tie('operation'), { maxLength: 4, size: 'max' }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('remove'), index: fc.nat({ max: 30 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('removeAll'), priority: fc.option(priority, { nil: undefined }) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('removeId'), owner, id }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('query') }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('throw') }) },
  ) as fc.Arbitrary<Operation>,
}));

/** Execution of a program: the tier, the error policy and whether its dispatches are awaited. */
interface Manner {
  readonly compileAfter: number;
  readonly onError: ErrorPolicy;
  readonly strict: boolean;
  readonly isAsync: boolean;
}

/** Runs a program and records everything observable. */
async function traceOf(
  program: readonly Operation[],
  { compileAfter, onError, strict, isAsync }: Manner,
): Promise<unknown[]> {
  const hooks = createHooks({
    compileAfter,
    strict,
    maxDepth: 4,
    maxSteps: 30,
    warn: (message) => trace.push(message),
    report: (message) => trace.push(message),
    breaker: { failures: 3 },
  });
  hooks.define('test_action', { kind: 'action', onError });
  hooks.define('test_filter', { kind: 'filter', onError });
  const trace: unknown[] = [];
  const subscriptions: Subscription[] = [];
  let budget = 200;
  let added = 0;

  function perform(step: Operation): void {
    if (budget-- < 0) return;
    switch (step.do) {
      case 'add': {
        const letter = `${added++}`;
        const { owner, priority, id, before, after } = step;
        const options = { owner, priority, before, after, ...(id === undefined ? {} : { id }) };
        const work = (args: unknown[]) => {
          trace.push([letter, ...args]);
          for (const inner of step.body) perform(inner);
        };
        subscriptions.push(
          hooks.addAction('test_action', (...args) => work(args), options),
          hooks.addFilter(
            'test_filter',
            (value, ...args) => {
              work([value, ...args]);
              return `${value}${letter},`;
            },
            options,
          ),
        );
        return;
      }
      case 'remove':
        trace.push(subscriptions[step.index % subscriptions.length]?.remove());
        return;
      case 'removeAll':
        trace.push(
          hooks.removeAllActions('test_action', step.priority),
          hooks.removeAllFilters('test_filter', step.priority),
        );
        return;
      case 'removeId':
        trace.push(hooks.removeFilter('test_filter', step.owner, step.id));
        return;
      case 'dispatch': {
        const extra = Array.from({ length: step.extra }, (_, index) => index);
        if (step.kind === 'action') hooks.doAction('test_action', ...extra);
        else trace.push(hooks.applyFilters('test_filter', '', ...extra));
        return;
      }
      case 'query':
        trace.push(hooks.list(), hooks.currentAction(), hooks.currentFilter(), hooks.doingFilter('test_filter'));
        return;
      case 'throw':
        throw new RangeError('on purpose');
    }
  }

  async function performAsync({ kind, extra }: Operation & { do: 'dispatch' }): Promise<void> {
    if (budget-- < 0) return;
    const args = Array.from({ length: extra }, (_, index) => index);
    if (kind === 'action') await hooks.doActionAsync('test_action', ...args);
    else trace.push(await hooks.applyFiltersAsync('test_filter', '', ...args));
  }

  for (const step of program) {
    try {
      if (isAsync && step.do === 'dispatch') await performAsync(step);
      else perform(step);
    } catch (error) {
      trace.push(error instanceof Error ? `${error.name}: ${error.message}` : error);
    }
    trace.push([hooks.currentAction(), hooks.currentFilter()]);
  }
  hooks.removeAllActions('test_action');
  hooks.removeAllFilters('test_filter');
  return trace;
}

/** Compares cheaply first: the explaining comparison takes longer than the programs. */
function expectSame(trace: unknown[], expected: unknown[]): void {
  if (!isDeepStrictEqual(trace, expected)) expect(trace).toEqual(expected);
}

describe('hook tiers', () => {
  const { stackTraceLimit } = Error;
  // Programs throw thousands of errors whose stacks are not used.
  beforeAll(() => {
    Error.stackTraceLimit = 0;
  });
  afterAll(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });

  const program = fc.array(operation, { minLength: 10, maxLength: 40, size: 'max' });
  const onError = fc.constantFrom<ErrorPolicy[]>('throw', 'isolate', 'bail');
  const interpreted = { compileAfter: Number.POSITIVE_INFINITY, isAsync: false };
  const runs = process.env.MORTISE_FULL ? 20_000 : 1_000;

  it('behave the same for any program of additions, removals, dispatches and queries', async () => {
    await fc.assert(
      fc.asyncProperty(
        program,
        onError,
        fc.boolean(),
        fc.constantFrom(1, 2, 3),
        async (steps, policy, strict, compileAfter) => {
          const manner = { onError: policy, strict };
          const expected = await traceOf(steps, { ...interpreted, ...manner });
          expectSame(await traceOf(steps, { ...manner, compileAfter, isAsync: false }), expected);
        },
      ),
      { numRuns: runs },
    );
  }, 300_000);

  it('behave the same as asynchronous dispatches if no callback waits', async () => {
    await fc.assert(
      fc.asyncProperty(program, onError, fc.boolean(), async (steps, policy, strict) => {
        const manner = { onError: policy, strict };
        const expected = await traceOf(steps, { ...interpreted, ...manner });
        expectSame(await traceOf(steps, { ...interpreted, ...manner, isAsync: true }), expected);
      }),
      { numRuns: runs / 10 },
    );
  }, 300_000);

  it('fall back to the interpreter where code generation from strings is forbidden', () => {
    const fixture = fileURLToPath(new URL('fixtures/hardened.ts', import.meta.url));
    const args = ['--disallow-code-generation-from-strings', '--import', 'jiti/register', fixture];
    const output = execFileSync(process.execPath, args, { encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual({ generated: 'EvalError', values: ['ab', 'ab', 'ab'], fired: 3 });
  });
});
