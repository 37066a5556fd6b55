import { addBlockCategory, registerBlock } from '../../../../../editor.js';
import { AccordionEdit } from '../accordion/edit.js';
import { metadata as accordion } from '../accordion/metadata.js';
import { save as saveAccordion } from '../accordion/save.js';
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
import { ICONS } from './icons.js';
import { blockText } from './texts.js';

/** Adds the knowledge base's blocks to the editor, above the core's. */
export function registerKbBlocks(): void {
  addBlockCategory({ slug: 'vendor-kb', title: blockText('category') });
  registerBlock(accordion, {
    edit: AccordionEdit,
    save: saveAccordion,
    icon: ICONS.accordion,
    template: [['vendor-kb/accordion-item']],
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
