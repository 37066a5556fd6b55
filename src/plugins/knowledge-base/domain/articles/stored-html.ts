import { type OwnedBlocks, sanitizeHtml } from '../../../../blocks.js';
import type { Actor } from './actor.js';
import type { Article, ArticleInput } from './article.js';

/** Sources trusted with HTML: shell users, and what they have set up. */
const TRUSTED: ReadonlySet<Actor['source']> = new Set(['cli', 'import', 'schedule']);

type Writer = Pick<Actor, 'source' | 'unfilteredHtml'>;
type Cleaner = Pick<OwnedBlocks, 'clean'>;

/**
 * Returns the text to store, by the core's rule for posts.
 * HTML of users without permission for it is sanitized on save, so that nothing hostile is stored in the database,
 * its revisions and exports. A change of format without new text is sanitized for every user, since the stored text
 * was never checked as HTML. Output is sanitized again in any case.
 */
export async function storedContent(
  before: Pick<Article, 'content' | 'contentFormat'>,
  next: Pick<Article, 'content' | 'contentFormat'>,
  input: Pick<ArticleInput, 'content'>,
  writer: Writer,
  blocks: Cleaner,
): Promise<string> {
  const isNew = next.content !== before.content || next.contentFormat !== before.contentFormat;
  if (!isNew) return next.content;
  const isVouchedFor = input.content !== undefined;
  const trusted = isVouchedFor ? writer : { ...writer, unfilteredHtml: false };
  return cleanedFor(trusted, next.contentFormat, next.content, blocks, before);
}

/**
 * Sanitizes a text unless its writer may store it unfiltered.
 * @param before the text it replaces; unchanged blocks stay as they are, regardless of their author
 * @throws HostError 413 `blocks_too_many`, 503 `text_too_slow`, `text_work_unavailable`
 */
export async function cleanedFor(
  { source, unfilteredHtml = TRUSTED.has(source) }: Writer,
  format: Article['contentFormat'],
  text: string,
  blocks: Cleaner,
  before: Pick<Article, 'content' | 'contentFormat'> | null = null,
): Promise<string> {
  if (unfilteredHtml || format === 'markdown') return text;
  if (format === 'html') return sanitizeHtml(text);
  return blocks.clean(text, before?.contentFormat === 'blocks' ? before.content : '');
}
