import { sanitizeHtml } from '../../blocks.js';
import type { Article, ArticleInput } from './article.js';
import type { Actor } from './hooks/article-hooks.js';

/** Those who have a shell, or what somebody with one has set up. */
const TRUSTED: ReadonlySet<Actor['source']> = new Set(['cli', 'import', 'schedule']);

type Writer = Pick<Actor, 'source' | 'unfilteredHtml'>;

/**
 * The text that is stored, by the rule of the core for posts: HTML of whoever may not store any is cleaned when it is
 * saved, so that nothing hostile lies in the database, its revisions and exports. Text of another format was never looked
 * at as HTML: only who sends it as such can vouch for it. What is shown is cleaned again, whoever wrote it.
 */
export function storedContent(
  before: Pick<Article, 'content' | 'contentFormat'>,
  next: Pick<Article, 'content' | 'contentFormat'>,
  input: Pick<ArticleInput, 'content'>,
  writer: Writer,
): string {
  const isNew = next.content !== before.content || next.contentFormat !== before.contentFormat;
  if (!isNew) return next.content;
  const isVouchedFor = input.content !== undefined;
  return cleanedFor(isVouchedFor ? writer : { ...writer, unfilteredHtml: false }, next.contentFormat, next.content);
}

/** A text as somebody may store it. */
export function cleanedFor(
  { source, unfilteredHtml = TRUSTED.has(source) }: Writer,
  format: Article['contentFormat'],
  text: string,
): string {
  return format === 'html' && !unfilteredHtml ? sanitizeHtml(text) : text;
}
