import { describe, expect, it } from 'vitest';
import { createConvertAside } from '../../../src/blocks/convert/convert-aside.js';
import { convertText } from '../../../src/blocks/convert/convert-text.js';

const OPTIONS = { from: 'markdown', to: 'blocks' } as const;
const long = Array.from({ length: 3_000 }, (_, nth) => `Paragraph ${nth} with **bold** words.`).join('\n\n');

describe('conversion of a long text', () => {
  it('gives the same result as in the main thread, without blocking it', async () => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 5);
    const begin = performance.now();
    const converted = await createConvertAside()(long, OPTIONS);
    const took = performance.now() - begin;
    clearInterval(timer);
    expect(converted).toBe(convertText(long, OPTIONS));
    // In this thread there would be at most one tick.
    expect(ticks).toBeGreaterThan(Math.min(20, took / 50));
  });

  it('waits for the previous one', async () => {
    const convert = createConvertAside();
    const ended: number[] = [];
    const texts = [long, '- one\n'.repeat(200), `${long}\n\nEnd`];
    await Promise.all(texts.map((text, nth) => convert(text, OPTIONS).then(() => ended.push(nth))));
    expect(ended).toEqual([0, 1, 2]);
  });

  it('is stopped at its time and memory limits, and the next one succeeds', async () => {
    for (const limits of [
      { time: 1, memory: 512 },
      { time: 60_000, memory: 4 },
    ]) {
      const convert = createConvertAside(limits);
      await expect(convert(long, OPTIONS)).rejects.toMatchObject({ code: 'conversion_stopped', data: { status: 503 } });
      await expect(convert('One', OPTIONS)).resolves.toContain('<p>One</p>');
    }
  });

  it('is rejected before it starts if the text is much too long', async () => {
    const convert = createConvertAside({ time: 1, memory: 512 });
    const lines = convert('x\n'.repeat(60_001), OPTIONS);
    await expect(lines).rejects.toMatchObject({ code: 'conversion_too_large', data: { parts: 60_001, limit: 60_000 } });
    const bytes = convert(`${'x'.repeat(2_100_000)}${'\n'.repeat(200)}`, OPTIONS);
    await expect(bytes).rejects.toMatchObject({ code: 'markdown_too_large' });
  });
});
