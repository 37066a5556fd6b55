import { setTimeout } from 'node:timers/promises';
import type { TestHost } from 'mortise/testing';
import { expect } from 'vitest';

export interface HostileText {
  readonly format: 'html' | 'markdown' | 'blocks';
  readonly content: string;
}

/** Returns texts that took far longer than their size before rendering was bounded. @param size bytes as JSON */
export function hostileTexts(size: number): Record<string, HostileText> {
  const bytes = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;
  const fill = (start: string, piece: string, end = ''): string =>
    start + piece.repeat(Math.floor((size - bytes(start + end)) / bytes(piece))) + end;
  return {
    'a tag with an endless name': { format: 'html', content: fill('<a', 'a', '<a>') },
    'a tag with an endless name in Markdown': { format: 'markdown', content: fill('<div>\n<a', 'a', '<a') },
    'a list item of lazy lines': { format: 'markdown', content: fill('- ', 'a\n') },
    'a list item that marked reads in quadratic time': { format: 'markdown', content: fill('- ', 'a\n\n  b\n') },
    'exclamation marks': { format: 'markdown', content: fill('', '!') },
    'paragraphs of emphasis': { format: 'markdown', content: fill('', `${'*a **b'.repeat(300)}\n\n`) },
    'underlined headings': { format: 'markdown', content: fill('', 'a\n===\n') },
    'unclosed elements': { format: 'html', content: fill('', '<b><i>') },
    'a block of Markdown': {
      format: 'blocks',
      content: fill(
        '<!-- wp:vendor-kb/markdown -->\n<pre class="wp-block-vendor-kb-markdown">- ',
        'a\n',
        '</pre>\n<!-- /wp:vendor-kb/markdown -->',
      ),
    },
    'blocks of HTML': { format: 'blocks', content: fill('', '<!-- wp:html -->\n<b>\n<!-- /wp:html -->\n') },
    'more blocks than a text can have': { format: 'blocks', content: fill('', '<!-- wp:separator /-->') },
    'long text without spaces': { format: 'markdown', content: fill('', 'ฉันรักภาษาไทย') },
  };
}

/** Milliseconds between two health checks. */
const PROBE_PAUSE = 20;

/** Error codes of texts that are refused, with their documented status. */
const STATUSES = {
  text_too_slow: 503,
  text_work_unavailable: 503,
  blocks_too_many: 413,
  markdown_too_large: 413,
  vendor_kb_blocks_invalid: 400,
};

/**
 * Waits for an answer and checks the site's health until then. Fails if the health checks had to wait, or if the
 * answer is an error other than that of a refused text.
 * @param base URL of the site
 */
export async function answerWhileProbing(
  base: string,
  ask: () => ReturnType<TestHost['request']>,
): ReturnType<TestHost['request']> {
  let isDone = false;
  let probes = 0;
  const start = performance.now();
  const pending = ask().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const { status } = await fetch(`${base}/api/mortise/v1/health/live`);
    expect(status).toBe(200);
    if (!isDone) probes += 1;
    await setTimeout(PROBE_PAUSE);
  }
  const answer = await pending;
  const seconds = (performance.now() - start) / 1000;
  const { code = '' } = answer.data as { code?: string };
  if (answer.status >= 400) expect(STATUSES).toMatchObject({ [code]: answer.status });
  // A text that is rendered quickly may be answered before the first health check.
  if (seconds > 1) expect(probes).toBeGreaterThan(2);
  if (code === 'text_too_slow') expect(probes).toBeGreaterThan(10);
  return answer;
}
