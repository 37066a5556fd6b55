import { expect, it } from 'vitest';
import { createRecentClicks } from '../../../../src/plugins/affiliate/clicks/recent-clicks.js';
import { retainedHeap } from '../../../support/retained-heap.js';

it('recent clicks do not keep the user agents of their visitors', () => {
  const grown = retainedHeap(() => {
    const clicks = createRecentClicks(() => new Date());
    for (let index = 0; index < 2000; index += 1) {
      const headers = { 'user-agent': `${index} ${'x'.repeat(12_000)}` };
      clicks.add(1, { method: 'GET', headers, remoteAddress: '192.0.2.1' }, String(index));
    }
    return clicks;
  });
  expect(grown).toBeLessThan(4_000_000);
});
