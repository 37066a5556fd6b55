import fc from 'fast-check';
import { plainText } from 'mortise/blocks';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../../../src/blocks/markdown.js';
import { sanitizeHtml } from '../../../../src/core/html/sanitize.js';
import { cutTeaser } from '../../../../src/plugins/knowledge-base/domain/access/teasers.js';

const WORDS = 'one two three four five six seven eight nine ten eleven twelve';
const teaserWords = async (source: string, most: number): Promise<string> =>
  String(await cutTeaser(renderMarkdown(source), 'words', most));
const section = async (source: string): Promise<string> =>
  String(await cutTeaser(renderMarkdown(source), 'first_section', 0));

describe('teaser', () => {
  it('has the number of words set in its rule', async () => {
    expect(await teaserWords(WORDS, 3)).toBe('<p>one two three…</p>');
  });

  it('is limited to half of the text', async () => {
    expect(await teaserWords(WORDS, 100)).toBe('<p>one two three four five six…</p>');
    expect(await teaserWords('only', 100)).toBe('<p>…</p>');
  });

  it('closes the elements that are open at the cut', async () => {
    expect(await teaserWords(`> - **${WORDS}**`, 2)).toBe(
      '<blockquote>\n<ul>\n<li><strong>one two…</strong></li></ul></blockquote>',
    );
  });

  it('ends before the second heading and includes the first for "first_section"', async () => {
    const html = await section(`# Top\n\nHere.\n\n## Below\n\nThere is ${WORDS} and much more of it.`);
    expect(html).toMatch(/^<h1[^>]*>Top<\/h1>\n<p>Here\.<\/p>$/);
  });

  it('is limited to half of a text without headings for "first_section"', async () => {
    expect(await section(WORDS)).toBe('<p>one two three four five six…</p>');
  });

  it('contains no images, which their own rule would deny', async () => {
    expect(await teaserWords(`![secret plan](/media/1/plan.png) ${WORDS}`, 2)).toBe('<p> one two…</p>');
  });

  it('does not split an entity', async () => {
    const html = String(
      await cutTeaser({ html: '<p>a &amp; b &lt; c &quot;d&quot; e f</p>', wordCount: 100 }, 'words', 3),
    );
    expect(html).toBe('<p>a &amp; b &lt; c &quot;…</p>');
  });

  it('counts words in text without spaces', async () => {
    expect(
      String(await cutTeaser({ html: '<p>今日は良い天気です</p>', wordCount: 9 }, 'words', 1)).length,
    ).toBeLessThan(14);
  });

  it('is a well-formed beginning of any text', async () => {
    const piece = fc.constantFrom(
      '# H\n\n',
      '## H2\n\n',
      'Some *emphasised* words. ',
      '\n\n- item\n- other **bold**\n\n',
      '`code` ',
      '\n\n| a | b |\n|---|---|\n| c | d |\n\n',
      '[link](/x) ',
      '<details><summary>More</summary>\n\nHidden\n\n</details>\n\n',
      '&amp; &lt;b&gt; ',
      '\n\n```js\nlet x = "<p>";\n```\n\n',
      '![img](/media/x.png) ',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 25 }),
        fc.nat({ max: 60 }),
        fc.constantFrom('words', 'first_section'),
        async (pieces, most, teaser) => {
          const rendered = renderMarkdown(pieces.join(''));
          const html = String(await cutTeaser(rendered, teaser as 'words', most));
          // The sanitizer repairs malformed markup. There must be nothing to repair.
          expect(balance(html)).toEqual([]);
          expect(sanitizeHtml(html)).toBeTypeOf('string');
          const squeeze = (text: string): string => text.replace(/[\s…]+/g, '');
          expect(squeeze(plainText(rendered.html.replace(/<img[^>]*>/g, '')))).toContain(squeeze(plainText(html)));
          if (rendered.wordCount > 1)
            expect(squeeze(plainText(html)).length).toBeLessThanOrEqual(squeeze(plainText(rendered.html)).length);
        },
      ),
    );
  });
});

/** Returns the tags still open at the end, or the first closing tag that matches no open one. */
function balance(html: string): string[] {
  const open: string[] = [];
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
    if (['br', 'hr', 'input', 'wbr', 'col'].includes(tag)) continue;
    if (slash === '') open.push(tag);
    else if (open.pop() !== tag) return [`</${tag}>`];
  }
  return open;
}
