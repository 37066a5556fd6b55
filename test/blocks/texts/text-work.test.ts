import { renderHtml, renderMarkdown, sanitizeHtml } from 'mortise/blocks';
import { describe, expect, it } from 'vitest';
import { renderHtml as renderHtmlSync } from '../../../src/blocks/html.js';
import { renderMarkdown as renderMarkdownSync } from '../../../src/blocks/markdown.js';
import { sanitizeHtml as sanitizeHtmlSync } from '../../../src/core/html/sanitize.js';
import { countTurns } from '../../support/turns.js';

const fill = (start: string, piece: string, length: number): string =>
  start + piece.repeat(Math.ceil(length / piece.length));

/** Whether a promise settles within microtasks, as it does for work in the main thread. */
async function settlesAtOnce(work: () => Promise<unknown>): Promise<boolean> {
  let isSettled = false;
  const settled = work().finally(() => {
    isSettled = true;
  });
  for (let microtask = 0; microtask < 50; microtask += 1) await undefined;
  const atOnce = isSettled;
  await settled;
  return atOnce;
}

describe('long text', () => {
  const source = fill('# Title\n\n', 'Some *text* with [a link](https://example.com/) and `code`.\n\n', 20_000);

  it('renders the same in a thread as in the main thread', async () => {
    const options = { locale: 'de', origin: 'https://example.com', labels: { note: 'Hinweis' } };
    expect(await renderMarkdown(source, options)).toEqual(renderMarkdownSync(source, options));
    const { html } = await renderMarkdown(source);
    expect(await renderHtml(html)).toEqual(renderHtmlSync(html));
    expect(await sanitizeHtml(`${html}<script>x</script>`)).toBe(sanitizeHtmlSync(html));
  });

  it('does not block the event loop', async () => {
    for (const work of [() => renderMarkdown(source), () => renderHtml(fill('', '<p>a</p>', 20_000))]) {
      const [turns] = await countTurns<unknown>(work);
      expect(turns).toBeGreaterThan(3);
    }
  });

  it('is rejected as in the main thread when it is too large', async () => {
    await expect(renderMarkdown(source, { maxBytes: 10_000 })).rejects.toMatchObject({
      code: 'markdown_too_large',
      status: 413,
      data: { limit: 10_000 },
    });
  });
});

describe('short text', () => {
  it('is rendered without a thread', async () => {
    expect(await settlesAtOnce(() => renderMarkdown('# Title'))).toBe(true);
  });

  it('is rendered in a thread if it is only markup', async () => {
    expect(await settlesAtOnce(() => renderMarkdown(fill('', '*a **b', 4_000)))).toBe(false);
  });
});

describe('many short texts', () => {
  it('are rendered over several turns of the event loop', async () => {
    const [turns] = await countTurns(() =>
      Promise.all(Array.from({ length: 40 }, (_, index) => renderMarkdown(`# Title ${index}`))),
    );
    expect(turns).toBeGreaterThanOrEqual(9);
  });
});

describe('slow text', () => {
  const endless = fill('- ', 'a\n\n  b\n', 1_000_000);

  it('is rejected with advice, and the next one is rendered', { timeout: 60_000 }, async () => {
    await expect(renderMarkdown(endless)).rejects.toMatchObject({
      code: 'text_too_slow',
      status: 503,
      message: expect.stringContaining('Shorten it or split it'),
    });
    expect((await renderMarkdown(fill('', 'word ', 5_000))).wordCount).toBe(1_000);
  });
});
