import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KbHost, openKbHost } from '../../../conformance/knowledge-base-host.js';
import { SQLITE } from '../../../support/databases.js';

let kb: KbHost;
beforeAll(async () => {
  kb = await openKbHost(SQLITE);
});
afterAll(() => kb.close());

interface Item {
  readonly question: string;
  readonly answer: string;
  readonly attributes?: string;
  readonly tag?: string;
}

const item = ({ question, answer, attributes = '', tag = '' }: Item): string =>
  `<!-- wp:vendor-kb/accordion-item ${attributes}-->\n<details class="wp-block-vendor-kb-accordion-item"${tag}><summary class="kb-faq-q">${question}</summary><div class="kb-faq-a"><!-- wp:paragraph --><p>${answer}</p><!-- /wp:paragraph --></div></details>\n<!-- /wp:vendor-kb/accordion-item -->`;
const accordion = (settings: Readonly<Record<string, unknown>>, ...items: readonly Item[]): string =>
  `<!-- wp:vendor-kb/accordion ${JSON.stringify(settings)} -->\n<div class="wp-block-vendor-kb-accordion">${items.map(item).join('')}</div>\n<!-- /wp:vendor-kb/accordion -->`;

const ONE = { question: 'Why?', answer: 'Because.' };
const TWO = { question: 'How?', answer: 'So.' };

async function show(content: string, format = 'blocks'): Promise<string> {
  const { data } = await kb.call('editor', 'POST', '/preview', { content, format });
  return (data as { html: string }).html;
}

describe('accordion block', () => {
  it('renders details with the questions as headings, which open without a script', async () => {
    expect(await show(accordion({}, ONE))).toBe(
      '<div class="wp-block-vendor-kb-accordion is-icon-right"><details class="wp-block-vendor-kb-accordion-item has-faq-schema"><summary class="kb-faq-q"><h3 id="h-why" class="kb-faq-heading">Why?</h3></summary><div class="kb-faq-a"><p>Because.</p></div></details>\n</div>\n',
    );
  });

  it('uses the selected heading level', async () => {
    expect(await show(accordion({ headingLevel: 4 }, ONE))).toContain('<h4 id="h-why"');
  });

  it('opens the first question with openFirst, and each question with open', async () => {
    const html = await show(accordion({ openFirst: true }, ONE, TWO, { ...TWO, attributes: '{"open":true} ' }));
    expect(html.match(/<details[^>]*>/g)?.map((tag) => / open(?:="")?/.test(tag))).toEqual([true, false, true]);
  });

  it('has a group name of its own for its details with autoclose', async () => {
    const html = await show(
      accordion({ autoclose: true }, ONE, TWO) + accordion({ autoclose: true }, ONE) + accordion({}, TWO),
    );
    const names = html.match(/<details[^>]*>/g)?.map((tag) => / name="([^"]*)"/.exec(tag)?.[1]);
    expect(names).toEqual(['kb-faq-1', 'kb-faq-1', 'kb-faq-2', undefined]);
  });

  it('has classes for the selected style', async () => {
    expect(await show(accordion({ layout: 'boxed', iconPosition: 'left' }, ONE))).toContain(
      'class="wp-block-vendor-kb-accordion is-layout-boxed is-icon-left"',
    );
    expect(await show(accordion({ showIcon: false }, ONE))).toContain('wp-block-vendor-kb-accordion has-no-icon');
  });

  it('puts the anchor of a question inside the details, so that a link opens it', async () => {
    const html = await show(accordion({}, { ...ONE, tag: ' id="why"' }));
    expect(html).toContain('<div id="h-why" class="kb-faq-a">');
    expect(html).not.toMatch(/<details[^>]* id=/);
  });

  it('renders in Markdown between paragraphs, but not in code', async () => {
    const block = accordion({}, ONE);
    expect(await show(`# Title\n\n${block}\n\nText`, 'markdown')).toContain('has-faq-schema');
    const sample = await show(`\`\`\`html\n${block}\n\`\`\``, 'markdown');
    expect(sample).toContain('&lt;!-- wp:vendor-kb/accordion');
    expect(sample).not.toContain('has-faq-schema');
    expect(
      await show('- <!-- wp:vendor-kb/related-articles /-->\n\ntext <!-- wp:quote --> text', 'markdown'),
    ).toContain('text  text');
  });
});

describe('content toggle block', () => {
  const toggle = (settings: string, tag = ''): string =>
    `<!-- wp:vendor-kb/content-toggle ${settings}--><details class="wp-block-vendor-kb-content-toggle"${tag}><summary class="kb-toggle-label">More</summary><div class="kb-toggle-content"><p>a</p></div></details><!-- /wp:vendor-kb/content-toggle -->`;

  it('renders details, open if set, with its anchor inside', async () => {
    expect(await show(toggle('{"open":true} ', ' id="more"'))).toBe(
      '<details class="wp-block-vendor-kb-content-toggle" open><summary class="kb-toggle-label">More</summary><div id="h-more" class="kb-toggle-content"><p>a</p></div></details>\n',
    );
  });

  it('has a different label while it is open', async () => {
    const html = await show(toggle('{"style":"button","labelOpen":"Less \\u003cb\\u003e"} '));
    expect(html).toContain(
      '<span class="kb-toggle-closed">More</span><span class="kb-toggle-open">Less &lt;b&gt;</span>',
    );
    expect(html).toContain('is-style-button');
  });
});

describe('Markdown block', () => {
  it('renders like a Markdown article and runs no scripts', async () => {
    const text = '**a** &lt;!-- wp:quote --&gt;\n\n&lt;img src=x onerror=alert(1)&gt;\n\n&gt; [!NOTE]\n&gt; b';
    const html = await show(
      `<!-- wp:vendor-kb/markdown --><pre class="wp-block-vendor-kb-markdown">${text}</pre><!-- /wp:vendor-kb/markdown -->`,
    );
    expect(html).toContain('<strong>a</strong>');
    expect(html).toContain('class="callout callout-note"');
    expect(html).not.toContain('onerror');
  });
});

describe('block article', () => {
  async function create(
    content: string,
    fields: Readonly<Record<string, unknown>> = {},
    as: 'editor' | 'author' | 'kb_manager' = 'editor',
  ) {
    return kb.call(as, 'POST', '/articles', {
      title: 'Blocks',
      content,
      format: 'blocks',
      status: 'publish',
      ...fields,
    });
  }

  it('has a word count and is found by search', async () => {
    const { data } = await create(accordion({}, { question: 'Where is the zebra?', answer: 'Behind the quagga.' }));
    expect(data).toMatchObject({ word_count: 7, content: { format: 'blocks' } });
    const found = await kb.call('anonymous', 'GET', '/search?q=quagga');
    expect(found.headers['X-CMS-Total']).toBe('1');
  });

  it('lists its questions for search engines in order, and nothing in them ends the script', async () => {
    const { data } = await create(
      accordion({}, ONE, { question: 'A &lt;/script&gt; here?', answer: 'Yes &amp; no.' }) +
        accordion({ faqSchema: false }, { question: 'Silent?', answer: 'Yes.' }) +
        accordion({}, TWO),
    );
    const { link } = data as { link: string };
    const page = await (await kb.host.visit(new URL(link).pathname)).text();
    const scripts = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
      JSON.parse(json),
    );
    const faq = scripts.find((one) => one['@type'] === 'FAQPage');
    expect(faq.mainEntity.map(({ name }: { name: string }) => name)).toEqual(['Why?', 'A </script> here?', 'How?']);
    expect(faq.mainEntity[1].acceptedAnswer).toEqual({ '@type': 'Answer', text: 'Yes & no.' });
    expect(page).toContain('kb/fragment');
  });

  it('lists no questions for search engines when it is restricted', async () => {
    const { data } = await create(accordion({}, ONE), { access_rule: { mode: 'logged_in' } }, 'kb_manager');
    const { link } = data as { link: string };
    const page = await kb.host.visit(new URL(link).pathname, { as: kb.users.administrator });
    const text = await page.text();
    expect(text).toContain('Because.');
    expect(text).not.toContain('FAQPage');
  });

  it.each([
    [
      'an attribute of a wrong type',
      '<!-- wp:vendor-kb/accordion {"headingLevel":"3"} --><div></div><!-- /wp:vendor-kb/accordion -->',
      'vendor-kb/accordion',
      'headingLevel',
    ],
    [
      'a value that is none of those',
      '<!-- wp:vendor-kb/accordion {"layout":"round"} --><div></div><!-- /wp:vendor-kb/accordion -->',
      'vendor-kb/accordion',
      'layout',
    ],
    [
      'a number out of range',
      '<!-- wp:vendor-kb/related-articles {"count":11} /-->',
      'vendor-kb/related-articles',
      'count',
    ],
    [
      'a list of something else',
      '<!-- wp:vendor-kb/related-articles {"ids":["1"]} /-->',
      'vendor-kb/related-articles',
      'ids',
    ],
    ['attributes that are no JSON', '<!-- wp:quote {"a":} --><p>a</p><!-- /wp:quote -->', 'core/quote', null],
    ['a block that nobody ends', '<!-- wp:quote --><p>a</p>', 'core/quote', null],
    ['an end without a block', '<p>a</p><!-- /wp:quote -->', 'quote', null],
    [
      'blocks that are wrongly nested',
      '<!-- wp:quote --><!-- wp:list --><!-- /wp:quote --><!-- /wp:list -->',
      'core/quote',
      null,
    ],
    ['a block outside of its parent', item(ONE), 'vendor-kb/accordion-item', null],
    [
      'a block where it is not allowed',
      '<!-- wp:vendor-kb/accordion --><div><!-- wp:quote --><p>a</p><!-- /wp:quote --></div><!-- /wp:vendor-kb/accordion -->',
      'core/quote',
      null,
    ],
    [
      'ten thousand blocks within each other',
      `${'<!-- wp:group -->'.repeat(10_000)}${'<!-- /wp:group -->'.repeat(10_000)}`,
      'core/group',
      null,
    ],
  ])('is rejected with %s, naming block and attribute', async (_what, content, block, attribute) => {
    const { status, data } = await create(content);
    expect({ status, data }).toMatchObject({
      status: 400,
      data: { code: 'vendor_kb_blocks_invalid', data: { details: { block, attribute } } },
    });
  });

  const HOSTILE =
    '<p id="a" style="color:red" onclick="alert(1)">b</p><script>alert(1)</script><a href="javascript:alert(1)">c</a>';

  it('is sanitized on save without unfiltered_html, even in unknown blocks', async () => {
    const content = `<!-- wp:paragraph {"placeholder":"\\u003cimg src=x onerror=alert(1)\\u003e"} -->${HOSTILE}<!-- /wp:paragraph --><!-- wp:acme/map -->${HOSTILE}<!-- /wp:acme/map -->`;
    const { data } = await create(content, { status: 'draft' }, 'author');
    const { id } = data as { id: number };
    const article = await kb.host.plugin('knowledge-base').articles.get(id);
    const [paragraph = '', map = ''] = (article?.content ?? '').split('<!-- wp:acme/map -->');
    expect(paragraph).toBe(
      '<!-- wp:paragraph {"placeholder":"\\u003cimg src=\\u0022x\\u0022 /\\u003e"} --><p id="a" style="color:red">b</p><a>c</a><!-- /wp:paragraph -->',
    );
    expect(map).toBe('<p id="a" style="color:red">b</p><a>c</a><!-- /wp:acme/map -->');
  });

  it('keeps existing unfiltered HTML when another author autosaves or saves other parts', async () => {
    const map = `<!-- wp:acme/map {"a" : "<b onclick=x>"} -->${HOSTILE}<!-- /wp:acme/map -->`;
    const { data } = await create(`${map}<p>One</p>`, { status: 'draft' });
    const { id } = data as { id: number };
    const { articles } = kb.host.plugin('knowledge-base');
    await articles.update(id, { authorId: kb.users.author.id }, { user: null, source: 'cli' });
    const saved = await kb.call('author', 'PUT', `/articles/${id}/autosave`, {
      version: 1,
      content: `${map}<p>Two</p>`,
    });
    expect(saved.data).toMatchObject({ autosave: { content: `${map}<p>Two</p>` } });
    const changed = map.replace('>b<', '>B<');
    await kb.call('author', 'PUT', `/articles/${id}`, { content: `<p>Two</p>${map}${changed}` });
    expect((await articles.get(id))?.content).toBe(
      `<p>Two</p>${map}<!-- wp:acme/map {"a":"\\u003cb\\u003e\\u003c/b\\u003e"} --><p id="a" style="color:red">B</p><a>c</a><!-- /wp:acme/map -->`,
    );
  });

  it('keeps every byte with unfiltered_html', async () => {
    const content = `<!-- wp:html  {"a" : 1} -->${HOSTILE}<!-- /wp:html -->`;
    const { data } = await kb.call('administrator', 'POST', '/articles', { title: 'Raw', content, format: 'blocks' });
    const article = await kb.host.plugin('knowledge-base').articles.get((data as { id: number }).id);
    expect(article?.content).toBe(content);
    expect((data as { content: { rendered: string } }).content.rendered).not.toMatch(/script|onclick/);
  });
});
