import { describe, expect, it } from 'vitest';
import { createLatest } from '../../../src/plugins/knowledge-base/latest.js';

describe('what is read again when it may have changed', () => {
  /** Reads that end when they are told to, with what they are given. */
  function readings() {
    const ends: ((value: string) => void)[] = [];
    const latest = createLatest('at first', () => new Promise<string>((resolve) => ends.push(resolve)));
    return { latest, end: (index: number, value: string) => ends[index]?.(value) };
  }

  it('is not replaced by what was read before and came later', async () => {
    const { latest, end } = readings();
    const [before, after] = [latest.refresh(), latest.refresh()];
    end(1, 'with the rule');
    await after;
    end(0, 'without it');
    await before;
    expect(latest.current()).toBe('with the rule');
  });

  it('is what was read, in whatever order it comes, as soon as it is there', async () => {
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
