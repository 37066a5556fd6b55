/** Adds the knowledge base to the block editor. */

import type { ReactElement } from 'react';
import { addBlockCategory, registerBlock } from '../../../../../editor.js';
import { AccordionEdit } from '../accordion/edit.js';
import { metadata as accordion } from '../accordion/metadata.js';
import { save as saveAccordion } from '../accordion/save.js';
import { transforms } from '../accordion/transforms.js';
import { AccordionItemEdit } from '../accordion-item/edit.js';
import { metadata as accordionItem } from '../accordion-item/metadata.js';
import { save as saveAccordionItem } from '../accordion-item/save.js';
import { CategoryPostsEdit } from '../category-posts/edit.js';
import { metadata as categoryPosts } from '../category-posts/metadata.js';
import { ContentToggleEdit } from '../content-toggle/edit.js';
import { metadata as contentToggle } from '../content-toggle/metadata.js';
import { save as saveContentToggle } from '../content-toggle/save.js';
import { MarkdownEdit } from '../markdown/edit.js';
import { metadata as markdown } from '../markdown/metadata.js';
import { save as saveMarkdown } from '../markdown/save.js';
import { RelatedArticlesEdit } from '../related-articles/edit.js';
import { metadata as relatedArticles } from '../related-articles/metadata.js';
import { registerPanels } from './panels/register.js';
import { blockText } from './texts.js';

/** Icons of the knowledge base's blocks. */
const ICONS = {
  accordion: outline('M4 5h16M4 10h16M4 15h16M4 20h16M17 6.5l1.2 1.2 1.2-1.2'),
  question: outline('M9.2 9a2.8 2.8 0 1 1 4.2 2.4c-.9.5-1.4 1.1-1.4 2.1M12 17h.01M4 4h16v16H4z'),
  toggle: outline('M5 7l4 5-4 5zM12 7h8M12 12h8M12 17h5'),
  related: outline('M6 4h7l3 3v9H6zM9 16v4h10V10l-3-3'),
  category: outline('M3.5 6.5h6l2 2.5h9v10h-17zM7 12.5h10M7 15.5h7'),
  markdown: outline('M3 6h18v12H3zM6 15V9l2.5 3L11 9v6M16 9v6m-2.2-2.2L16 15l2.2-2.2'),
} as const;

registerKbBlocks();

registerPanels();

/** Adds the knowledge base's blocks to the editor, above the core's. */
function registerKbBlocks(): void {
  addBlockCategory({ slug: 'vendor-kb', title: blockText('category') });
  registerBlock(accordion, {
    edit: AccordionEdit,
    save: saveAccordion,
    icon: ICONS.accordion,
    template: [['vendor-kb/accordion-item']],
    transforms,
    title: blockText('accordion-title'),
    description: blockText('accordion-description'),
  });
  registerBlock(accordionItem, {
    edit: AccordionItemEdit,
    save: saveAccordionItem,
    icon: ICONS.question,
    template: [['core/paragraph']],
    title: blockText('item-title'),
    description: blockText('item-description'),
  });
  registerBlock(relatedArticles, {
    edit: RelatedArticlesEdit,
    icon: ICONS.related,
    title: blockText('related-title'),
    description: blockText('related-description'),
  });
  registerBlock(categoryPosts, {
    edit: CategoryPostsEdit,
    icon: ICONS.category,
    title: blockText('list-title'),
    description: blockText('list-description'),
  });
  registerBlock(contentToggle, {
    edit: ContentToggleEdit,
    save: saveContentToggle,
    icon: ICONS.toggle,
    template: [['core/paragraph']],
    title: blockText('toggle-title'),
    description: blockText('toggle-description'),
  });
  registerBlock(markdown, {
    edit: MarkdownEdit,
    save: saveMarkdown,
    icon: ICONS.markdown,
    title: blockText('markdown-title'),
    description: blockText('markdown-description'),
  });
}

/** Outline icon, 24 by 24. The packages' styles fill shapes, which must not happen here. */
function outline(shape: string): ReactElement {
  const style = {
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 1.5,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  };
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path d={shape} style={style as object} />
    </svg>
  );
}
