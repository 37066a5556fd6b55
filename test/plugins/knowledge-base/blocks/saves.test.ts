import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { BlockSave, SaveTools } from '../../../../src/blocks/definition/save.js';
import { save as accordion } from '../../../../src/plugins/knowledge-base/blocks/accordion/save.js';
import { save as accordionItem } from '../../../../src/plugins/knowledge-base/blocks/accordion-item/save.js';
import { save as contentToggle } from '../../../../src/plugins/knowledge-base/blocks/content-toggle/save.js';
import { save as markdown } from '../../../../src/plugins/knowledge-base/blocks/markdown/save.js';

/** What a save makes with React alone; the class of the block and the blocks inside are what is put in here. */
function markup<Attributes>(save: BlockSave<Attributes>, attributes: Attributes): string {
  const tools: SaveTools = {
    createElement: createElement as SaveTools['createElement'],
    blockProps: (props = {}) => ({ ...props, className: 'wp-block-x', id: 'here' }),
    innerBlocksProps: (props = {}) => ({ ...props, dangerouslySetInnerHTML: { __html: '[inside]' } }),
    // biome-ignore lint/security/noDangerouslySetInnerHtml: rich text is HTML, as the editor has it.
    richText: (value) => createElement('i', { dangerouslySetInnerHTML: { __html: String(value ?? '') } }),
  };
  return renderToStaticMarkup(save(tools)({ attributes }) as never).replace(/<\/?i>/g, '');
}

describe('what is stored of the blocks of the knowledge base', () => {
  it('is an element round the questions', () =>
    expect(markup(accordion, {} as never)).toBe('<div class="wp-block-x" id="here">[inside]</div>'));

  it('is a question with its answer', () =>
    expect(markup(accordionItem, { question: 'Why <em>now</em> &amp; here?', open: true })).toBe(
      '<details class="wp-block-x" id="here"><summary class="kb-faq-q">Why <em>now</em> &amp; here?</summary><div class="kb-faq-a">[inside]</div></details>',
    ));

  it('is a label with what it opens, without a word where nothing is written', () =>
    expect(
      markup(contentToggle, { label: undefined, open: false, style: 'button', labelClosed: 'a', labelOpen: 'b' }),
    ).toBe(
      '<details class="wp-block-x" id="here"><summary class="kb-toggle-label"></summary><div class="kb-toggle-content">[inside]</div></details>',
    ));

  it.each([
    ['# Hi\n\n`a < b`', '# Hi\n\n`a &lt; b`'],
    ['&amp; is an &', '&amp;amp; is an &amp;'],
    ['<!-- wp:html --><script>', '&lt;!-- wp:html --&gt;&lt;script&gt;'],
    ['', ''],
  ])('is Markdown as it was written: %j', (content, stored) =>
    expect(markup(markdown, { content })).toBe(`<pre class="wp-block-x" id="here">${stored}</pre>`),
  );
});
