import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHooks, type Subscription } from '../../src/hooks/hooks.js';
import './declared.js';

/** What a callback does besides leaving its mark, and what a program does between dispatches. */
type Operation =
  | { do: 'add'; priority: number; id: string | undefined; body: Operation[] }
  | { do: 'remove'; index: number }
  | { do: 'removeAll'; priority: number | undefined }
  | { do: 'removeId'; id: string }
  | { do: 'dispatch'; kind: 'action' | 'filter'; extra: number }
  | { do: 'query' }
  | { do: 'throw' };

const priority = fc.integer({ min: 0, max: 3 });
const id = fc.constantFrom('x', 'y');
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
        priority,
        id: fc.option(id, { nil: undefined }),
        body: fc.array(tie('operation'), { maxLength: 4, size: 'max' }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('remove'), index: fc.nat({ max: 30 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('removeAll'), priority: fc.option(priority, { nil: undefined }) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('removeId'), id }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('query') }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('throw') }) },
  ) as fc.Arbitrary<Operation>,
}));

/** Runs a program and writes down everything that can be seen of it. */
function traceOf(program: readonly Operation[], compileAfter: number): unknown[] {
  const hooks = createHooks({ compileAfter, maxDepth: 4, maxSteps: 30, strict: true });
  const trace: unknown[] = [];
  const subscriptions: Subscription[] = [];
  let budget = 400;
  let added = 0;

  function perform(step: Operation): void {
    if (budget-- < 0) return;
    switch (step.do) {
      case 'add': {
        const letter = `${added++}`;
        const options = { priority: step.priority, id: step.id };
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
        trace.push(hooks.removeFilter('test_filter', 'site', step.id));
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

  for (const step of program) {
    try {
      perform(step);
    } catch (error) {
      trace.push(error instanceof Error ? `${error.name}: ${error.message}` : error);
    }
    trace.push([hooks.currentAction(), hooks.currentFilter()]);
  }
  return trace;
}

describe('the two tiers', () => {
  it('cannot be told apart by any program of additions, removals, dispatches and questions', () => {
    fc.assert(
      fc.property(
        fc.array(operation, { minLength: 10, maxLength: 40, size: 'max' }),
        fc.constantFrom(1, 2, 3),
        (program, compileAfter) => {
          expect(traceOf(program, compileAfter)).toEqual(traceOf(program, Number.POSITIVE_INFINITY));
        },
      ),
      { numRuns: process.env.MORTISE_FULL === '1' ? 20_000 : 1_000 },
    );
  }, 120_000);

  it('give way to the interpreter where code must not be generated from strings', () => {
    const fixture = fileURLToPath(new URL('fixtures/hardened.ts', import.meta.url));
    const args = ['--disallow-code-generation-from-strings', '--import', 'jiti/register', fixture];
    const output = execFileSync(process.execPath, args, { encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual({ generated: 'EvalError', values: ['ab', 'ab', 'ab'], fired: 3 });
  });
});
