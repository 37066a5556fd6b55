import { expect, it } from 'vitest';
import { describeInBrowser } from '../support/browser.js';
import { canvas, describeWriter, type Person, save, titleOf } from './opened-editor.js';
import {
  CODE_EDITOR,
  GOOGLE_DOCS,
  LIBRE_OFFICE_NOTES,
  MARKDOWN,
  MARKDOWN_DOCUMENT,
  WEB_PAGE,
  WORD,
  WORD_NOTES,
} from './pasted-samples.js';

describeInBrowser('paste in the editor', (browser) => {
  const writer = describeWriter(browser);

  /** Pastes like a browser and saves. */
  async function paste(
    html: string,
    plain: string,
    { as, into = '', more = {} }: { as?: Person; into?: string; more?: Readonly<Record<string, string>> } = {},
  ): Promise<{ stored: string; seen: string[]; id: number }> {
    const id = await writer.store(into, {}, as);
    const page = await writer.edit(id, as ? { as } : {});
    await titleOf(page).press('Enter');
    const paragraph = canvas(page).locator('[data-type="core/paragraph"]').first();
    await expect.poll(() => paragraph.textContent()).toMatch(/^\ufeff?$/);
    const text = canvas(page).locator('.is-root-container');
    const before = await text.textContent();
    await paragraph.evaluate(
      (element, clipboard) => {
        const view = element.ownerDocument.defaultView;
        if (!view) return;
        const clipboardData = new view.DataTransfer();
        for (const [type, data] of Object.entries(clipboard)) clipboardData.setData(type, data);
        element.dispatchEvent(new view.ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
      },
      { ...(html === '' ? {} : { 'text/html': html }), 'text/plain': plain, ...more },
    );
    await expect.poll(() => text.textContent()).not.toBe(before);
    await expect.poll(() => canvas(page).locator('img[src^="blob:"]').count()).toBe(0);
    await save(page);
    const { raw } = (await writer.read(id)).content;
    const texts = await canvas(page)
      .locator('[data-type] [contenteditable=true], [data-type][contenteditable=true]')
      .allTextContents();
    const bare = raw.replace(/\s*<!--.*?-->\s*/gs, '').replace(/>\n+</g, '><');
    expect(await page.evaluate('window.hacked')).toBe(undefined);
    return { stored: bare, seen: texts.map((text) => text.replaceAll('\ufeff', '').trim()), id };
  }

  it('converts Word content to blocks, with real lists and no Word markup', async () => {
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

  it('converts Google Docs content to blocks and uploads embedded images', async () => {
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

  it('converts Markdown to blocks', async () => {
    const { stored } = await paste('', MARKDOWN);
    expect(stored).toBe(
      [
        '<h2 class="wp-block-heading">How to call it</h2>',
        '<p>Say its <em>name</em>, <strong>twice</strong>, with <code>call()</code>, as <a href="https://example.org/call">the guide</a> has it.</p>',
        '<ul class="wp-block-list"><li>Softly</li><li>Again<ul class="wp-block-list"><li>and again</li></ul></li></ul>',
        '<ol class="wp-block-list"><li>Wait</li><li>Look</li></ol>',
        `<pre class="wp-block-code language-js"><code>const answer = call('heron', { volume: 1 &lt; 2 });</code></pre>`,
        '<blockquote class="wp-block-quote"><p>It may not come.</p></blockquote>',
        '<figure class="wp-block-table"><table><thead><tr><th>Bird</th><th class="has-text-align-right" data-align="right">Seen</th></tr></thead><tbody><tr><td>Egret</td><td class="has-text-align-right" data-align="right">12</td></tr></tbody></table></figure>',
        '<hr class="wp-block-separator has-alpha-channel-opacity"/>',
        '<p>Last line.</p>',
      ].join(''),
    );
  });

  it('converts Markdown like the server: footnotes, tasks, callouts, code languages', async () => {
    const { stored, id } = await paste('', MARKDOWN_DOCUMENT);
    expect(stored).toBe(
      [
        '<h2 class="wp-block-heading">Herons</h2>',
        `<p>They stand${note(1)} and wait${note(2)}.</p>`,
        '<h3 class="wp-block-heading">Seen</h3>',
        '<pre class="wp-block-vendor-kb-markdown">- [x] in reeds\n- [ ] in towns</pre>',
        `<pre class="wp-block-code language-ts"><code>const answer = call('heron');</code></pre>`,
        '<pre class="wp-block-vendor-kb-markdown">> [!NOTE]\n> They may not come.</pre>'.replaceAll('> ', '&gt; '),
        '<section class="footnotes" role="doc-endnotes" aria-label="Footnotes"><ol>',
        `<li id="fn-1"><p>In <em>reeds</em>.</p>${backTo(1)}</li>`,
        `<li id="fn-2"><p>For fish.</p>${backTo(2)}</li></ol></section>`,
      ].join(''),
    );
    const invalid = canvas(writer.visitor.page).locator('.block-editor-warning');
    expect(await invalid.count()).toBe(0);
    const { raw } = (await writer.read(id)).content;
    expect(raw).toContain('<!-- wp:code {"className":"language-ts"} -->');
  });

  it('numbers Markdown footnotes after the existing ones', async () => {
    const pastedBlocks = `<!-- wp:paragraph -->\n<p></p>\n<!-- /wp:paragraph -->\n\n<!-- wp:paragraph -->\n<p>Marsh${note(3)}</p>\n<!-- /wp:paragraph -->`;
    const { stored } = await paste('', 'Reeds[^a]\n\n[^a]: Tall ones.', { into: pastedBlocks });
    expect(stored).toContain(`<p>Reeds${note(4)}</p>`);
    expect(stored).toContain('<ol start="4">');
    expect(stored).toContain(`<li id="fn-4"><p>Tall ones.</p>${backTo(4)}</li>`);
  });

  it('puts Markdown with HTML into a Markdown block for users who may not write HTML', async () => {
    const nina = await writer.site.host.createUser('contributor');
    const source = '# Herons\n\n<p onclick="window.hacked = true">wait</p>\n\nIn reeds[^a].\n\n[^a]: Tall ones.';
    const { stored, id } = await paste('', source, { as: nina });
    expect(stored).not.toContain('wp:html');
    expect(stored).toContain('<pre class="wp-block-vendor-kb-markdown">');
    const rendered = String(((await writer.read(id)).content as { readonly rendered?: string }).rendered);
    expect(rendered).toContain('<p>wait</p>');
    expect(rendered).toMatch(/<a [^>]*href="#h-fn-1" role="doc-noteref"/);
    expect(rendered).toContain('<li id="h-fn-1">');
  });

  it('removes executable HTML from Markdown', async () => {
    const { stored } = await paste(
      '',
      '## Herons\n\nThey <b onclick="window.hacked = true">wait</b> <img src="x" onerror="window.hacked = true">.\n\n<div><script>window.hacked = true</script><p>Reeds</p>\n\nEnd.',
    );
    expect(stored).toBe(
      '<h2 class="wp-block-heading">Herons</h2><p>They <b>wait</b> .</p><div><p>Reeds</p></div><p>End.</p>',
    );
  });

  it('keeps blocks copied in the editor unchanged', async () => {
    const item =
      '<!-- wp:vendor-kb/accordion-item {"open":true} --><details class="wp-block-vendor-kb-accordion-item"><summary class="kb-faq-q">Where?</summary><div class="kb-faq-a"><!-- wp:paragraph --><p>In reeds.</p><!-- /wp:paragraph --></div></details><!-- /wp:vendor-kb/accordion-item -->';
    const copied = `<!-- wp:vendor-kb/accordion {"layout":"boxed"} --><div class="wp-block-vendor-kb-accordion">${item}</div><!-- /wp:vendor-kb/accordion -->`;
    const { id } = await paste(`<meta charset='utf-8'>${copied}`, 'Where?');
    const { raw } = (await writer.read(id)).content;
    expect(raw).toContain('<!-- wp:vendor-kb/accordion {"layout":"boxed"} -->');
    expect(raw).toContain('<!-- wp:vendor-kb/accordion-item {"open":true} -->');
  });

  it('converts Word footnotes to links, and uncopied ones to plain numbers', async () => {
    const { stored } = await paste(WORD_NOTES, 'Herons');
    expect(stored).toBe(
      [
        '<h2 class="wp-block-heading">Herons</h2><h3 class="wp-block-heading">Where</h3>',
        `<p>In reeds${link(1)} and ponds${link(2)}, rarely elsewhere<sup>i</sup>.</p>`,
        `<ol class="wp-block-list"><li>Tall <em>ones</em>. ${back(1)}</li>`,
        `<li>Shallow ones.<br>See <a href="https://example.org/ponds">a map</a>. ${back(2)}</li></ol>`,
      ].join(''),
    );
  });

  it('converts LibreOffice footnotes to links', async () => {
    const { stored } = await paste(LIBRE_OFFICE_NOTES, 'Herons');
    expect(stored).toBe(
      `<h2 class="wp-block-heading">Herons</h2><p>In reeds${link(1)}.</p><ol class="wp-block-list"><li>Tall ones. ${back(1)}</li></ol>`,
    );
  });

  it('converts code from a code editor to a code block', async () => {
    const code = 'const answer = 1;\ncall(answer);\n';
    const more = { 'vscode-editor-data': '{"version":1,"isFromEmptySelection":false,"mode":"typescript"}' };
    const { stored } = await paste(CODE_EDITOR, code, { more });
    expect(stored).toBe(
      '<pre class="wp-block-code language-typescript"><code>const answer = 1;\ncall(answer);</code></pre>',
    );
  });

  const note = (number: number): string =>
    `<sup><a href="#fn-${number}" id="fnref-${number}" role="doc-noteref">${number}</a></sup>`;
  const backTo = (number: number): string =>
    `<a href="#fnref-${number}" role="doc-backlink" aria-label="Back to text">↩</a>`;
  const link = (number: number): string => `<sup><a href="#fn-${number}" id="fnref-${number}">${number}</a></sup>`;
  const back = (number: number): string => `<a href="#fnref-${number}" id="fn-${number}">↩</a>`;

  const PAGE = [
    '<h2 class="wp-block-heading">A page</h2>',
    '<p>Text with a script, <a href="https://example.org/ok" target="_blank" rel="noopener">a link</a> and colour.</p>',
    '<p>Here: inline.</p>',
    '<blockquote class="wp-block-quote"><p>Quoted <strong>words</strong>.</p></blockquote>',
    '<pre class="wp-block-code"><code>call(1 &lt; 2);</code></pre>',
    '<p>MoreLess</p>',
  ].join('');

  it('removes everything executable or loading from a web page, even for users with full HTML access', async () => {
    expect((await paste(WEB_PAGE, 'A page')).stored).toBe(PAGE);
  });

  it('stores exactly the visible content for users who may not write HTML', async () => {
    const nina = await writer.site.host.createUser('contributor');
    const { stored, seen } = await paste(WEB_PAGE, 'A page', { as: nina });
    expect(stored).toBe(PAGE);
    for (const text of seen) expect(textOf(stored)).toContain(text);
  });

  function textOf(html: string): string {
    return html.replace(/<[^>]*>/g, '').replaceAll('&lt;', '<');
  }
});
