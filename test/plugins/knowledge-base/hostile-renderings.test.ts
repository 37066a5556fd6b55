import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KbHost, openKbHost } from '../../conformance/knowledge-base-host.js';
import { dialects } from '../../support/databases.js';

const fill = (start: string, piece: string, end = ''): string =>
  start + piece.repeat(Math.ceil(600_000 / piece.length)) + end;

const hostile: Record<string, { readonly format: string; readonly content: string }> = {
  'a tag with an endless name': { format: 'html', content: fill('<a', 'a', '<a>') },
  'such a tag in Markdown': { format: 'markdown', content: fill('<div>\n<a', 'a', '<a') },
  'a list item of lazy lines': { format: 'markdown', content: fill('- ', 'a\n') },
  'a list item that marked reads in quadratic time': { format: 'markdown', content: fill('- ', 'a\n\n  b\n') },
  'exclamation marks': { format: 'markdown', content: fill('', '!') },
  'paragraphs of emphasis': { format: 'markdown', content: fill('', `${'*a **b'.repeat(300)}\n\n`) },
  'underlined headings': { format: 'markdown', content: fill('', 'a\n===\n') },
  'unclosed elements': { format: 'html', content: fill('', '<b><i>') },
  'a block of Markdown': {
    format: 'blocks',
    content: `<!-- wp:vendor-kb/markdown -->\n<pre class="wp-block-vendor-kb-markdown">${fill('- ', 'a\n')}</pre>\n<!-- /wp:vendor-kb/markdown -->`,
  },
  'blocks of HTML': { format: 'blocks', content: fill('', '<!-- wp:html -->\n<b>\n<!-- /wp:html -->\n') },
  'more blocks than a text can have': { format: 'blocks', content: fill('', '<!-- wp:separator /-->') },
  'long text without spaces': { format: 'markdown', content: fill('', 'ฉันรักภาษาไทย') },
};

const STATUSES = {
  text_too_slow: 503,
  text_work_unavailable: 503,
  blocks_too_many: 413,
  vendor_kb_blocks_invalid: 400,
};

describe.each(dialects)('hostile text of 600 kB on $name', (dialect) => {
  let kb: KbHost;
  let base: string;
  beforeAll(async () => {
    kb = await openKbHost(dialect);
    base = await kb.host.listen();
  });
  afterAll(() => kb?.close());

  /** Sends a text, and counts the health checks answered before it. */
  async function sendWhileProbing(
    path: string,
    body: object,
  ): Promise<{ status: number; code: string; probes: number; seconds: number }> {
    let isDone = false;
    let probes = 0;
    const start = performance.now();
    const sent = kb.host.request('POST', path, { as: kb.users.contributor, body }).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      const { status } = await fetch(`${base}/api/mortise/v1/health/live`);
      expect(status).toBe(200);
      if (!isDone) probes += 1;
    }
    const answer = await sent;
    return {
      status: answer.status,
      code: (answer.data as { code?: string }).code ?? '',
      probes,
      seconds: (performance.now() - start) / 1000,
    };
  }

  describe.each(Object.entries(hostile))('%s', (_name, { format, content }) => {
    it.each([
      ['previewed', '/vendor-kb/v1/preview', { locale: 'th' }],
      ['saved', '/vendor-kb/v1/articles', { title: 'Hostile', locale: 'th' }],
      ['saved as a post', '/mortise/v1/posts', { title: 'Hostile', locale: 'th' }],
    ])('is answered when %s, without blocking other requests', async (_verb, path, fields) => {
      const names = path.startsWith('/mortise') ? { content_format: format } : { format };
      const { status, code, probes, seconds } = await sendWhileProbing(path, { ...fields, ...names, content });
      if (status >= 400) expect(STATUSES).toMatchObject({ [code]: status });
      else expect(status).toBeLessThan(300);
      // A text that is rendered quickly may be answered before the first health check.
      if (seconds > 1) expect(probes).toBeGreaterThan(2);
      if (code === 'text_too_slow') expect(probes).toBeGreaterThan(10);
    });
  });
});
