import { createElement, RawHTML, renderToString } from '@wordpress/element';
import { describe, expect, it } from 'vitest';
import type { BlockSave, SaveTools } from '../../../../src/blocks/definition/save.js';
import { save as accordion } from '../../../../src/plugins/knowledge-base/content/blocks/accordion/save.js';
import { save as accordionItem } from '../../../../src/plugins/knowledge-base/content/blocks/accordion-item/save.js';
import { save as contentToggle } from '../../../../src/plugins/knowledge-base/content/blocks/content-toggle/save.js';
import { save as markdown } from '../../../../src/plugins/knowledge-base/content/blocks/markdown/save.js';

/** Renders a save function with React, with placeholders for the block props and inner blocks. */
function markup<Attributes>(save: BlockSave<Attributes>, attributes: Attributes): string {
  const tools: SaveTools = {
    createElement: createElement as SaveTools['createElement'],
    blockProps: (props = {}) => ({ ...props, className: 'wp-block-x', id: 'here' }),
    innerBlocksProps: (props = {}) => ({ ...props, dangerouslySetInnerHTML: { __html: '[inside]' } }),
    richText: (value) => createElement(RawHTML, { children: String(value ?? '') }),
  };
  return renderToString(save(tools)({ attributes }) as never);
}

describe('stored markup of the knowledge base blocks', () => {
  it('is an element around the questions for an accordion', () =>
    expect(markup(accordion, {} as never)).toBe('<div class="wp-block-x" id="here">[inside]</div>'));

  it('is a question with its answer for an accordion item', () =>
    expect(markup(accordionItem, { question: 'Why <em>now</em> &amp; here?', open: true })).toBe(
      '<details class="wp-block-x" id="here"><summary class="kb-faq-q">Why <em>now</em> &amp; here?</summary><div class="kb-faq-a">[inside]</div></details>',
    ));

  it('is a label with its content for a content toggle, empty without a label', () =>
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
  ])('is the Markdown source, escaped: %j', (content, stored) =>
    expect(markup(markdown, { content })).toBe(`<pre class="wp-block-x" id="here">${stored}</pre>`),
  );
});
