import { type BlockDefinition, defineBlock, type OwnedBlocks } from 'mortise/blocks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostWithBlocks } from '../testing-blocks.js';

const tabs = defineBlock({
  metadata: {
    name: 'acme/tabs',
    title: 'Tabs',
    attributes: { look: { type: 'string', enum: ['plain', 'boxed'], default: 'plain' } },
    providesContext: { 'acme/look': 'look' },
  },
});
const tab = defineBlock({
  metadata: { name: 'acme/tab', title: 'Tab', usesContext: ['acme/look'] },
  render: ({ context, content }) => `<div class="is-${context['acme/look']}">${content}</div>`,
});
const broken = defineBlock({
  metadata: { name: 'acme/broken', title: 'Broken' },
  render: () => {
    throw new Error('no luck');
  },
});
/** Error for a block that renders a template it did not declare. */
let reported: unknown;
const undeclared = defineBlock({
  metadata: { name: 'acme/undeclared', title: 'Undeclared' },
  render(_input, { template }) {
    try {
      return template('core/head', {} as never);
    } catch (error) {
      reported = error;
      return '';
    }
  },
});
const DEFINITIONS: readonly BlockDefinition[] = [tabs, tab, broken, undeclared];

let host: Awaited<ReturnType<typeof hostWithBlocks>>['host'];
let blocks: OwnedBlocks;
beforeAll(async () => {
  ({ host, blocks } = await hostWithBlocks(DEFINITIONS, { debug: false }));
});
afterAll(() => host.close());

const show = async (document: string): Promise<string> => (await blocks.render(document, { format: 'blocks' })).html;

describe('static block document', () => {
  it('renders its blocks in order, with the HTML between them', async () => {
    const document =
      '<p>a</p><!-- wp:paragraph --><p>b</p><!-- /wp:paragraph -->\n<!-- wp:acme/unknown --><p>c</p><!-- /wp:acme/unknown -->';
    expect(await show(document)).toBe('<p>a</p><p>b</p>\n<p>c</p>');
  });

  it('renders inner blocks in place', async () => {
    const document =
      '<!-- wp:quote --><blockquote class="wp-block-quote"><!-- wp:paragraph --><p>a</p><!-- /wp:paragraph --><cite>b</cite></blockquote><!-- /wp:quote -->';
    expect(await show(document)).toBe('<blockquote class="wp-block-quote"><p>a</p><cite>b</cite></blockquote>');
  });

  it('passes context to inner blocks, limited to what they use', async () => {
    const document =
      '<!-- wp:acme/tabs {"look":"boxed"} --><!-- wp:group --><!-- wp:acme/tab -->a<!-- /wp:acme/tab --><!-- /wp:group --><!-- /wp:acme/tabs -->';
    expect(await show(document)).toBe('<div class="is-boxed">a</div>');
  });

  it('uses the default for an attribute of the wrong type', async () => {
    const document =
      '<!-- wp:acme/tabs {"look":["boxed"]} --><!-- wp:acme/tab -->a<!-- /wp:acme/tab --><!-- /wp:acme/tabs -->';
    expect(await show(document)).toBe('<div class="is-plain">a</div>');
  });

  it('leaves out a block that fails', async () => {
    expect(await show('<p>a</p><!-- wp:acme/broken /--><p>b</p>')).toBe('<p>a</p><p>b</p>');
  });

  it('rejects templates that its blocks do not declare', async () => {
    await show('<!-- wp:acme/undeclared /-->');
    expect(reported).toMatchObject({ code: 'block_template_undeclared', data: { template: 'core/head' } });
  });

  it('names the failing block in development', async () => {
    const other = await hostWithBlocks([broken], { debug: true });
    expect((await other.blocks.render('<!-- wp:acme/broken /-->', { format: 'blocks' })).html).toBe(
      '<!-- acme/broken could not be rendered -->',
    );
    await other.host.close();
  });

  it('has heading ids, a table of contents, a text and a word count', async () => {
    const { html, toc, text, wordCount } = await blocks.render(
      '<!-- wp:heading {"level":2} --><h2 class="wp-block-heading">First steps</h2><!-- /wp:heading --><!-- wp:paragraph --><p>Two words</p><!-- /wp:paragraph -->',
      { format: 'blocks' },
    );
    expect(html).toContain('<h2 id="h-first-steps" class="wp-block-heading">First steps</h2>');
    expect(toc).toEqual([{ id: 'h-first-steps', level: 2, text: 'First steps' }]);
    expect(text).toBe('First steps\nTwo words');
    expect(wordCount).toBe(4);
  });

  it('highlights code in the language of its class', async () => {
    const document =
      '<!-- wp:code {"className":"language-js"} --><pre class="wp-block-code language-js"><code>const a = 1;</code></pre><!-- /wp:code -->';
    expect(await show(document)).toContain('<code class="hljs language-js"><span class="hljs-keyword">const</span>');
  });

  it('links to embedded URLs without embedding the other site', async () => {
    const document =
      '<!-- wp:embed {"url":"https://www.example.org/v?a=1\\u0026b=2"} --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://www.example.org/v\n</div><figcaption class="wp-element-caption">A film</figcaption></figure><!-- /wp:embed -->';
    const html = await show(document);
    expect(html).toContain('<a href="https://www.example.org/v?a=1&amp;b=2" rel="noopener">');
    expect(html).toContain('<span class="wp-block-embed__site">example.org</span>');
    expect(html).toContain('<figcaption class="wp-element-caption">A film</figcaption>');
    expect(await show('<!-- wp:embed {"url":"javascript:alert(1)"} --><figure>x</figure><!-- /wp:embed -->')).toBe(
      '<figure>x</figure>',
    );
  });

  it('keeps editor classes, and drops other classes and all styles', async () => {
    const document =
      '<!-- wp:paragraph --><p class="has-text-align-center alignwide is-style-x wp-block-y admin-bar" style="position:fixed">a</p><!-- /wp:paragraph -->';
    expect(await show(document)).toBe('<p class="has-text-align-center alignwide is-style-x wp-block-y">a</p>');
  });

  it('removes scripts inside and outside blocks', async () => {
    const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">b</a>';
    for (const name of ['html', 'paragraph', 'acme/unknown']) {
      const html = await show(`<!-- wp:${name} -->${hostile}<!-- /wp:${name} -->${hostile}`);
      expect(html).not.toMatch(/script|onerror/);
    }
  });
});

describe('hostile block document', () => {
  it('renders 10,000 nested blocks', async () => {
    const deep = `${'<!-- wp:group --><div>'.repeat(10_000)}in${'</div><!-- /wp:group -->'.repeat(10_000)}`;
    expect((await blocks.render(deep, { format: 'blocks' })).text).toBe('in');
  });

  it('loses no text with unclosed or misnested blocks', async () => {
    expect(await show('<!-- wp:quote --><p>a</p><!-- wp:paragraph --><p>b</p>')).toBe('<p>a</p><p>b</p>');
    expect(await show('<!-- wp:quote --><!-- wp:list --><p>a</p><!-- /wp:quote --><p>b</p><!-- /wp:list -->')).toBe(
      '<p>a</p><p>b</p>',
    );
  });

  it('renders with a megabyte of attributes', async () => {
    const list = JSON.stringify(Array.from({ length: 100_000 }, (_, index) => `v${index}`));
    expect(await show(`<!-- wp:acme/tabs {"look":${list}} --><p>a</p><!-- /wp:acme/tabs -->`)).toBe('<p>a</p>');
  });

  it('escapes scripts in its attributes', async () => {
    const url = 'https://example.org/"><script>alert(1)</script>&quot;onmouseover=';
    const attributes = JSON.stringify({ url }).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
    expect(await show(`<!-- wp:embed ${attributes} --><figure></figure><!-- /wp:embed -->`)).not.toMatch(
      /<script|"onmouseover/,
    );
  });
});
