import type { ContentFormat } from 'mortise/content';
import { describe, expect, it } from 'vitest';
import { createBlockEngine } from '../../../src/blocks/engine.js';
import { createBlockRegistry } from '../../../src/blocks/registry.js';
import { createStrings } from '../../../src/core/templates/strings.js';
import { createTemplates } from '../../../src/core/templates/templates.js';
import { createHooks } from '../../../src/hooks/hooks.js';
import { openingOf } from '../../../src/plugins/knowledge-base/domain/rendering/article-content.js';
import { createRendering } from '../../../src/plugins/knowledge-base/domain/rendering/rendering.js';

const hooks = createHooks().forOwner('test');
const blocks = createBlockEngine({
  registry: createBlockRegistry(),
  hooks,
  templates: createTemplates({ strict: true }),
  log: { error: () => undefined },
  debug: false,
  check: async () => [],
});
const { render } = createRendering({
  hooks,
  blocks,
  origin: 'https://example.com',
  strings: createStrings,
  pages: 'https://example.com/kb',
});
const renderContent = (content: string, contentFormat: ContentFormat, { locale }: { locale: string }) =>
  render({ content, contentFormat, locale });

const opening = async (source: string, length?: number) =>
  openingOf((await renderContent(source, 'markdown', { locale: 'en' })).html, length);

describe('article opening', () => {
  it('is plain text without headings, code, tables or labels', async () => {
    const source =
      '# Title\n\n> [!NOTE]\n> Read *this*.\n\n```js\ncall()\n```\n\n| a |\n| - |\n| b |\n\nThen that &amp; more.';
    expect(await opening(source)).toBe('Read this. Then that & more.');
  });

  it('shows no tags and shortcodes of other generators', async () => {
    const source =
      'A {{< ref "nodes" >}} node {% include x.html %} runs {{ site.title }} well.\n\n[gallery ids="1"] {: .x}';
    expect(await opening(source)).toBe('A node runs well.');
  });

  it('ends with the first paragraph that is long enough', async () => {
    const sentence = 'A sentence that is long enough to stand for all of the article that it opens.';
    expect(await opening(`${sentence}\n\nAnother.`, 100)).toBe(sentence);
  });

  it('is cut at a word boundary', async () => {
    expect(await opening('word '.repeat(100), 22)).toBe('word word word word…');
  });

  it('is the remaining text when there are no paragraphs', async () => {
    expect(await opening('- one\n- two')).toBe('one two');
    expect(await opening('')).toBe('');
  });
});

describe('rendering', () => {
  it('adds labels in the language of the text', async () => {
    const source = '> [!NOTE]\n> Wichtig.\n\n- [x] getan\n\n|a|\n|-|\n|b|\n';
    const german = (await renderContent(source, 'markdown', { locale: 'de-AT' })).html;
    for (const word of ['Hinweis', 'Erledigt', 'Tabelle']) expect(german).toContain(word);
    expect((await renderContent(source, 'markdown', { locale: 'xx' })).html).toContain('Note');
    expect((await renderContent('<table><tr><td>1</td></tr></table>', 'html', { locale: 'ja' })).html).toContain(
      'テーブル',
    );
  });

  it('counts words by language, in both formats', async () => {
    const thai = 'ฉันรักภาษาไทย';
    for (const format of ['markdown', 'html'] as const) {
      expect((await renderContent(thai, format, { locale: 'th' })).wordCount).toBeGreaterThan(1);
    }
  });
});

describe('links to headings of other articles', () => {
  it.each(['markdown', 'html', 'blocks'] as const)(
    'point to the generated heading ids there, in %s',
    async (format) => {
      const source = (href: string): string => (format === 'markdown' ? `[l](${href})` : `<a href="${href}">l</a>`);
      const { html } = await renderContent(source('/kb/guides/x#my-id'), format, { locale: 'en' });
      expect(html).toContain('href="/kb/guides/x#h-my-id"');
    },
  );
});

describe('oversized text', () => {
  it.each(['markdown', 'html', 'blocks'] as const)('is rejected as %s, with advice', async (format) => {
    const render = () => renderContent('x'.repeat(2 * 1024 * 1024 + 1), format, { locale: 'en' });
    const data = { bytes: 2 * 1024 * 1024 + 1, limit: 2 * 1024 * 1024 };
    await expect(render()).rejects.toMatchObject({ code: 'vendor_kb_too_large', status: 413, data });
    await expect(render()).rejects.toThrow(/Split it into several articles\.$/);
  });
});
