import { knowledgeBase } from 'mortise/plugins';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostWithBlocks } from '../../../blocks/testing-blocks.js';

let site: Awaited<ReturnType<typeof hostWithBlocks>>;

beforeAll(async () => {
  site = await hostWithBlocks([], { plugins: [knowledgeBase()] });
});
afterAll(() => site.host.close());

const FAQ = `<!-- wp:vendor-kb/accordion {"headingLevel":4,"align":"wide","className":"mine"} -->
<div class="wp-block-vendor-kb-accordion alignwide mine" id="faq"><!-- wp:vendor-kb/accordion-item -->
<details class="wp-block-vendor-kb-accordion-item" id="cost"><summary class="kb-faq-q">What <strong>does</strong> it cost &amp; why?</summary><div class="kb-faq-a"><!-- wp:paragraph -->
<p>Nothing.</p>
<!-- /wp:paragraph --></div></details>
<!-- /wp:vendor-kb/accordion-item --></div>
<!-- /wp:vendor-kb/accordion -->

<!-- wp:vendor-kb/content-toggle -->
<details class="wp-block-vendor-kb-content-toggle"><summary class="kb-toggle-label">More</summary><div class="kb-toggle-content"></div></details>
<!-- /wp:vendor-kb/content-toggle -->

<!-- wp:vendor-kb/markdown -->
<pre class="wp-block-vendor-kb-markdown">**a** &lt;b&gt;

- c</pre>
<!-- /wp:vendor-kb/markdown -->

<!-- wp:vendor-kb/related-articles {"count":5} /-->

<!-- wp:vendor-kb/category-posts /-->

<!-- wp:acme/unknown -->
<div>somebody else's</div>
<!-- /wp:acme/unknown -->`;

describe('block document check', () => {
  it('accepts stored blocks with generated class, anchor, alignment and custom class', async () => {
    expect(await site.blocks.check(FAQ)).toEqual([]);
  });

  it.each([
    [
      'another element',
      FAQ.replaceAll('details', 'section').replaceAll('summary', 'h3'),
      [
        ['vendor-kb/accordion-item', 2],
        ['vendor-kb/content-toggle', 9],
      ],
    ],
    ['a class that is not its own', FAQ.replace('kb-toggle-content', 'kb-other'), [['vendor-kb/content-toggle', 9]]],
    [
      'text where nothing is stored',
      FAQ.replace('category-posts /-->', 'category-posts --><p>x</p><!-- /wp:vendor-kb/category-posts -->'),
      [['vendor-kb/category-posts', 21]],
    ],
    [
      'a paragraph that is a list',
      FAQ.replace('<p>Nothing.</p>', '<ul><li>Nothing.</li></ul>'),
      [['core/paragraph', 3]],
    ],
    ['an attribute that does not fit', FAQ.replace('"count":5', '"count":50'), [['vendor-kb/related-articles', 19]]],
  ])('reports block and line of %s', async (_what, source, expected) => {
    const faults = await site.blocks.check(source);
    expect(faults.map(({ block, line }) => [block, line])).toEqual(expected);
    for (const { message } of faults) expect(message).toMatch(/^\S.{20,}/);
  });

  it('finds every fault of a document and its reason', async () => {
    const [attribute, element] = await site.blocks.check(`<!-- wp:heading {"level":9} --><h2>a</h2><!-- /wp:heading -->
<!-- wp:vendor-kb/content-toggle --><p>x</p><!-- /wp:vendor-kb/content-toggle -->`);
    expect(attribute).toMatchObject({ block: 'core/heading', attribute: 'level', line: 1 });
    expect(element).toMatchObject({ block: 'vendor-kb/content-toggle', attribute: null, line: 2 });
    expect(element?.message).toContain('details');
  });

  it('leaves no browser globals behind', async () => {
    await site.blocks.check(FAQ);
    expect(['window', 'document', 'Node'].filter((name) => name in globalThis)).toEqual([]);
  });
});
