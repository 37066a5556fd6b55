import type { BlockReader } from '../../../../blocks.js';
import type { PluginContext } from '../../../../index.js';
import { kbCatalogues } from '../../catalogues.js';
import { viewerOfAccount } from '../../domain/access/viewer.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { accordion } from './accordion/accordion.js';
import { accordionItem } from './accordion-item/accordion-item.js';
import type { BlockParts } from './block-parts.js';
import { categoryPosts } from './category-posts/category-posts.js';
import { contentToggle } from './content-toggle/content-toggle.js';
import { markdown } from './markdown/markdown.js';
import { type KbReader, readerOf } from './reader.js';
import { relatedArticles } from './related-articles/related-articles.js';

/** Registers the blocks of the knowledge base. */
export function registerBlocks({ blocks, access, templates, site }: PluginContext, kb: KnowledgeBase): void {
  const parts: BlockParts = {
    kb,
    templates,
    readerFor: (reader) => (isOurs(reader) ? reader : readerOf(reader, viewerOfAccount(access, reader.user), null)),
    stringsFor: (locale) => site.strings(locale, kbCatalogues),
  };
  for (const block of [accordion, accordionItem, contentToggle, markdown]) blocks.register(block);
  blocks.register(relatedArticles(parts));
  blocks.register(categoryPosts(parts));
}

function isOurs(reader: BlockReader): reader is KbReader {
  return 'viewer' in reader && 'article' in reader;
}
