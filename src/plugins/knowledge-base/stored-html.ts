import { type OwnedBlocks, sanitizeHtml } from '../../blocks.js';
import type { Article, ArticleInput } from './article.js';
import type { Actor } from './hooks/article-hooks.js';

/** Those who have a shell, or what somebody with one has set up. */
const TRUSTED: ReadonlySet<Actor['source']> = new Set(['cli', 'import', 'schedule']);

type Writer = Pick<Actor, 'source' | 'unfilteredHtml'>;
type Cleaner = Pick<OwnedBlocks, 'clean'>;

/**
 * The text that is stored, by the rule of the core for posts: HTML of whoever may not store any is cleaned when it is
 * saved, so that nothing hostile lies in the database, its revisions and exports. Text of another format was never looked
 * at as HTML: only who sends it as such can vouch for it. What is shown is cleaned again, whoever wrote it.
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
 * A text as its writer may store it.
 * @throws HostError 413 `blocks_too_many`, 503 `text_too_slow`, `text_work_unavailable`
 * @param before what it takes the place of: blocks that are as they were stay so, whoever has stored them
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
