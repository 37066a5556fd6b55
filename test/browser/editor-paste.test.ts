import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { type Author, canvasOf, openEditor, readArticle, saveArticle, writeArticle } from '../support/editor-site.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';
import { GOOGLE_DOCS, MARKDOWN, WEB_PAGE, WORD } from './pasted-samples.js';

describeInBrowser('paste in the editor', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let maria: Author;
  beforeAll(async () => {
    site = await publishSite();
    maria = await site.host.createUser('administrator');
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.faults).toEqual([]);
  });
  afterAll(() => site.close());

  /** Pastes as a browser does, and saves. */
  async function paste(html: string, plain: string, as = maria): Promise<{ stored: string; seen: string[] }> {
    const { id } = await writeArticle(site, as, '');
    visitor = await openVisitor(browser(), site.url);
    const { page } = visitor;
    await openEditor(page, as, id);
    const canvas = canvasOf(page);
    await canvas.getByLabel('Title').press('Enter');
    const paragraph = canvas.locator('p[contenteditable=true]').first();
    await paragraph.evaluate(
      (element, given) => {
        const view = element.ownerDocument.defaultView;
        if (!view) return;
        const clipboardData = new view.DataTransfer();
        if (given.html !== '') clipboardData.setData('text/html', given.html);
        clipboardData.setData('text/plain', given.plain);
        element.dispatchEvent(new view.ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
      },
      { html, plain },
    );
    await expect.poll(() => canvas.locator('[data-type="core/heading"]').count()).toBe(1);
    await expect.poll(() => canvas.locator('img[src^="blob:"]').count()).toBe(0);
    await saveArticle(page);
    const { raw } = (await readArticle(site, as, id)).content;
    const texts = await canvas
      .locator('[data-type] [contenteditable=true], [data-type][contenteditable=true]')
      .allTextContents();
    const bare = raw.replace(/\s*<!--.*?-->\s*/gs, '').replace(/>\n+</g, '><');
    expect(await page.evaluate('window.hacked')).toBe(undefined);
    return { stored: bare, seen: texts.map((text) => text.replaceAll('\ufeff', '').trim()) };
  }

  it('makes blocks of what Word writes: its lists are lists, nothing of its own marks is left', async () => {
    const { stored, seen } = await paste(WORD, 'Marsh birds');
    expect(stored).toBe(
      [
        '<h2 class="wp-block-heading">Marsh birds</h2>',
        '<p><strong>Herons</strong> wade in Prague, see <a href="https://example.org/herons">the guide</a>.</p>',
        '<ul class="wp-block-list"><li>Reeds<ul class="wp-block-list"><li>tall ones</li></ul></li><li>Ponds</li></ul>',
        '<ol class="wp-block-list"><li>Look</li><li>Listen</li></ol>',
        '<figure class="wp-block-table"><table class="has-fixed-layout"><tbody><tr><td><strong>Bird</strong></td><td><strong>Seen</strong></td></tr><tr><td>Egret</td><td>12</td></tr></tbody></table></figure>',
        '<p>Last line.</p>',
      ].join(''),
    );
    for (const text of seen) expect(textOf(stored)).toContain(text);
  });

  it('makes blocks of what Google Docs writes, and uploads the pictures that stand in it', async () => {
    const { stored } = await paste(GOOGLE_DOCS, 'Where it lives');
    expect(stored.replace(/\/media\/\d+-[\da-f]+/, '/media/x').replace(/wp-image-\d+/, 'wp-image-1')).toBe(
      [
        '<h2 class="wp-block-heading">Where it lives</h2>',
        '<p>In <strong>reeds</strong> and <em>ponds</em>, see <a href="https://example.org/">here</a>.</p>',
        '<ul class="wp-block-list"><li>Iceland<ul class="wp-block-list"><li>The north</li></ul></li><li>Norway</li></ul>',
        '<figure class="wp-block-table"><table class="has-fixed-layout"><tbody><tr><td><strong>Month</strong></td><td>Birds</td></tr></tbody></table></figure>',
        '<figure class="wp-block-image size-full is-resized"><img src="/media/x/image.png" alt="" class="wp-image-1" style="aspect-ratio:1;width:40px;height:auto"/></figure>',
      ].join(''),
    );
  });

  it('makes blocks of Markdown', async () => {
    const { stored } = await paste('', MARKDOWN);
    expect(stored).toBe(
      [
        '<h2 class="wp-block-heading">How to call it</h2>',
        '<p>Say its <em>name</em>, <strong>twice</strong>, with <code>call()</code>, as <a href="https://example.org/call">the guide</a> has it.</p>',
        '<ul class="wp-block-list"><li>Softly</li><li>Again<ul class="wp-block-list"><li>and again</li></ul></li></ul>',
        '<ol class="wp-block-list"><li>Wait</li><li>Look</li></ol>',
        `<pre class="wp-block-code"><code>const answer = call('heron', { volume: 1 &lt; 2 });</code></pre>`,
        '<blockquote class="wp-block-quote"><p>It may not come.</p></blockquote>',
        '<figure class="wp-block-table"><table class="has-fixed-layout"><thead><tr><th>Bird</th><th>Seen</th></tr></thead><tbody><tr><td>Egret</td><td>12</td></tr></tbody></table></figure>',
        '<hr class="wp-block-separator has-alpha-channel-opacity"/>',
        '<p>Last line.</p>',
      ].join(''),
    );
  });

  const PAGE = [
    '<h2 class="wp-block-heading">A page</h2>',
    '<p>Text with a script, <a href="https://example.org/ok" target="_blank" rel="noopener">a link</a> and colour.</p>',
    '<p>Here: inline.</p>',
    '<blockquote class="wp-block-quote"><p>Quoted <strong>words</strong>.</p></blockquote>',
    '<pre class="wp-block-code"><code>call(1 &lt; 2);</code></pre>',
    '<p>MoreLess</p>',
  ].join('');

  it('keeps nothing of a web page that runs or loads, though its author may store any HTML', async () => {
    expect((await paste(WEB_PAGE, 'A page')).stored).toBe(PAGE);
  });

  it('stores for who may not store any HTML what was seen', async () => {
    const nina = await site.host.createUser('contributor');
    const { stored, seen } = await paste(WEB_PAGE, 'A page', nina);
    expect(stored).toBe(PAGE);
    for (const text of seen) expect(textOf(stored)).toContain(text);
  });

  function textOf(html: string): string {
    return html.replace(/<[^>]*>/g, '').replaceAll('&lt;', '<');
  }
});
