import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAdmission } from '../../../../src/plugins/watermark/rendering/pixel-budget.js';

const BUDGET = 100;
const job = fc.record({ pixels: fc.integer({ min: 1, max: 150 }), fails: fc.boolean() });

describe('concurrent image processing', () => {
  it('respects the pixel budget and the limit, starts in order, and continues after failures', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(job, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        async (scheduler, jobs, most) => {
          const admission = createAdmission(BUDGET, () => most);
          const inside = new Map<number, number>();
          const entered: number[] = [];
          const runs = jobs.map(({ pixels, fails }, index) =>
            admission.run(pixels, async () => {
              entered.push(index);
              inside.set(index, pixels);
              const sum = [...inside.values()].reduce((total, each) => total + each, 0);
              expect(sum <= BUDGET || inside.size === 1).toBe(true);
              expect(inside.size).toBeLessThanOrEqual(most);
              await scheduler.schedule(Promise.resolve());
              inside.delete(index);
              if (fails) throw new Error('damaged');
              return index;
            }),
          );
          const settled = Promise.allSettled(runs);
          await scheduler.waitFor(settled);
          const outcomes = await settled;
          expect(entered).toEqual(jobs.map((_job, index) => index));
          expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(jobs.map(({ fails }) => fails));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('follows a changed limit while others wait', async () => {
    let most = 1;
    const admission = createAdmission(BUDGET, () => most);
    const ends: (() => void)[] = [];
    const entered: number[] = [];
    const runs = [1, 2, 3].map((each) =>
      admission.run(10, () => {
        entered.push(each);
        return new Promise<void>((end) => ends.push(end));
      }),
    );
    expect(entered).toEqual([]);
    await Promise.resolve();
    expect(entered).toEqual([1]);
    most = 3;
    ends[0]?.();
    await expect.poll(() => entered).toEqual([1, 2, 3]);
    for (const end of ends) end();
    await Promise.all(runs);
  });
});
