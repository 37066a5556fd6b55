import { describe, expect, it } from 'vitest';
import { createLatest } from '../../../src/plugins/knowledge-base/domain/reloadable-value.js';

describe('latest value of overlapping reads', () => {
  /** Reads that end when the test says so, with the value it gives. */
  function readings() {
    const ends: ((value: string) => void)[] = [];
    const latest = createLatest('at first', () => new Promise<string>((resolve) => ends.push(resolve)));
    return { latest, end: (index: number, value: string) => ends[index]?.(value) };
  }

  it('is not replaced by an earlier read that ends later', async () => {
    const { latest, end } = readings();
    const [before, after] = [latest.refresh(), latest.refresh()];
    end(1, 'with the rule');
    await after;
    end(0, 'without it');
    await before;
    expect(latest.current()).toBe('with the rule');
  });

  it('is each result of reads that end in order, as soon as they end', async () => {
    const { latest, end } = readings();
    const [before, after] = [latest.refresh(), latest.refresh()];
    end(0, 'old');
    await before;
    expect(latest.current()).toBe('old');
    end(1, 'new');
    await after;
    expect(latest.current()).toBe('new');
  });
});
