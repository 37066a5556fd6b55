import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { assert, asyncProperty, integer } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurns } from '../../../src/core/concurrency/turns.js';
import { groupBy } from '../../../src/core/group-by.js';

describe('event loop turns', () => {
  it('let callers continue immediately while there is room', () => {
    const next = createTurns(2);
    expect([next(), next()]).toEqual([null, null]);
    expect(next()).toBeInstanceOf(Promise);
  });

  it('have room again after the loop has turned', async () => {
    const next = createTurns(1);
    expect(next()).toBeNull();
    await turnOfLoop();
    expect(next()).toBeNull();
  });

  it('queue a new caller behind waiting ones', async () => {
    const next = createTurns(1);
    const order: string[] = [];
    const join = async (name: string) => {
      await next();
      order.push(name);
    };
    const first = [join('a'), join('b'), join('c')];
    await turnOfLoop();
    await Promise.all([...first, join('d')]);
    expect(order).toEqual(['a', 'b', 'c', 'd']);
  });

  it('let a limited number of callers continue per turn, in order of arrival', async () => {
    await assert(
      asyncProperty(integer({ min: 1, max: 5 }), integer({ min: 0, max: 40 }), async (perTurn, callers) => {
        const next = createTurns(perTurn);
        let turn = 0;
        let isOver = false;
        const watch = () => {
          turn += 1;
          if (!isOver) setImmediate(watch);
        };
        setImmediate(watch);
        const turns: { readonly caller: number; readonly turn: number }[] = [];
        const all = Array.from({ length: callers }, async (_, caller) => {
          await next();
          turns.push({ caller, turn });
        });
        await Promise.all(all);
        isOver = true;
        expect(turns.map(({ caller }) => caller)).toEqual(Array.from({ length: callers }, (_, caller) => caller));
        const inTurn = groupBy(turns, (one) => one.turn);
        for (const some of inTurn.values()) expect(some.length).toBeLessThanOrEqual(perTurn);
      }),
    );
  });
});
