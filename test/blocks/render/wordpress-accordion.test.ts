import { expect, it, onTestFinished } from 'vitest';
import { hostWithBlocks } from '../testing-blocks.js';

const ITEM = (title: string, attributes = '') =>
  `<!-- wp:accordion-item ${attributes}--><div class="wp-block-accordion-item"><!-- wp:accordion-heading -->
<h3 class="wp-block-accordion-heading"><button type="button" class="wp-block-accordion-heading__toggle"><span class="wp-block-accordion-heading__toggle-title">${title}</span><span class="wp-block-accordion-heading__toggle-icon" aria-hidden="true">+</span></button></h3>
<!-- /wp:accordion-heading --><!-- wp:accordion-panel -->
<div role="region" class="wp-block-accordion-panel"><!-- wp:paragraph --><p>Text of ${title}</p><!-- /wp:paragraph --></div>
<!-- /wp:accordion-panel --></div><!-- /wp:accordion-item -->`;

it('renders the accordion of WordPress as sections that open without a script', async () => {
  const { host, blocks } = await hostWithBlocks();
  onTestFinished(host.close);
  const items = `${ITEM('<b>One</b>')}${ITEM('Two', '{"openByDefault":true} ')}`;
  const source = `<!-- wp:accordion --><div role="group" class="wp-block-accordion">${items}</div><!-- /wp:accordion -->`;
  const { html, text } = await blocks.render(source, { format: 'blocks' });
  expect(html.match(/<details/g)).toHaveLength(2);
  expect(html).toMatch(/<summary><h3[^>]*><b>One<\/b><\/h3><\/summary>/);
  expect(html).toMatch(/<details[^>]* open[^>]*><summary><h3[^>]*>Two/);
  expect(text).toBe('One\nText of One\nTwo\nText of Two');
});
