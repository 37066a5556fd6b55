import { type HostError, slugify, type User } from '../../../index.js';
import type { Article, ArticleInput } from '../article.js';
import { measure } from '../article-content.js';
import { applyInput, newArticle } from '../article-edit.js';
import { invalidParam } from '../errors.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/**
 * An article as it would be after a save of what the editor sends; nothing is stored.
 * @param before the stored one; null for what was never saved
 * @param json what is written: `{ title, content, fields }`
 * @throws HostError 400 `vendor_kb_invalid_param`, 413 `vendor_kb_too_large`
 */
export function draftOf(
  kb: Pick<KnowledgeBase, 'categories' | 'rendering' | 'site'>,
  before: Article | null,
  json: string,
  author: User,
): Article {
  const now = new Date();
  const input = inputOf(json);
  const base = before ?? newArticle(input, author.id, kb.site.locale, now);
  const next = applyInput(base, input, kb.categories, now);
  return asPublished({ ...next, ...measure(kb.rendering.render(next), next.locale) }, now);
}

/** The article as readers will find it once it is published. */
export function asPublished(article: Article, now = new Date()): Article {
  return {
    ...article,
    slug: article.slug || slugify(article.title) || 'article',
    status: article.status === 'archived' ? 'archived' : 'publish',
    publishedAt: article.publishedAt ?? now,
  };
}

function inputOf(json: string): ArticleInput & { title: string } {
  const { title, content, fields } = recordOf(parse(json));
  const { excerpt, categories, tags } = recordOf(fields);
  if (typeof title !== 'string' || typeof content !== 'string') throw unreadable();
  return {
    title,
    content,
    contentFormat: 'blocks',
    ...(typeof excerpt === 'string' ? { excerpt } : {}),
    ...(Array.isArray(categories) ? { categoryIds: categories.filter((id) => Number.isSafeInteger(id)) } : {}),
    ...(Array.isArray(tags) ? { tags: tags.filter((tag) => typeof tag === 'string') } : {}),
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw unreadable();
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function unreadable(): HostError {
  return invalidParam('draft', 'The preview was sent without a text. Open it from the editor again.');
}
