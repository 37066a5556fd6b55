import { slugify } from '../../../../content.js';
import type { HostError, User } from '../../../../index.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { ACCESS_MODES, type AccessRule, type AccessRuleInput, TEASERS, toRule } from '../../domain/access/rule.js';
import type { Article, ArticleInput } from '../../domain/articles/article.js';
import { applyInput, newArticle } from '../../domain/articles/article-edit.js';
import { invalidParam } from '../../domain/errors.js';
import { measuresOf } from '../../domain/rendering/article-content.js';

/** An article as it would be saved, with its access rule. */
export interface Draft {
  readonly article: Article;
  /** Own rule, null for none; undefined if unchanged. */
  readonly rule?: AccessRule | null | undefined;
}

/**
 * Builds the article that saving the editor's input would create. Stores nothing.
 * @param before the stored article; null for a new one
 * @param json the input: `{ title, content, fields }`
 * @throws HostError 400 `vendor_kb_invalid_param`, 413 `vendor_kb_too_large`, 503 `text_too_slow`
 */
export async function draftOf(
  kb: Pick<KnowledgeBase, 'categories' | 'rendering' | 'site'>,
  before: Article | null,
  json: string,
  author: User,
): Promise<Draft> {
  const now = new Date();
  const { access_rule: rule, ...input } = inputOf(json);
  const base = before ?? newArticle(input, author.id, kb.site.locale, now);
  const next = applyInput(base, input, kb.categories, now);
  const measured = { ...next, ...measuresOf(await kb.rendering.render(next)) };
  return { article: asPublished(measured, now), rule };
}

/** Returns the article as it will be once published. */
export function asPublished(article: Article, now = new Date()): Article {
  return {
    ...article,
    slug: article.slug || slugify(article.title) || 'article',
    status: article.status === 'archived' ? 'archived' : 'publish',
    publishedAt: article.publishedAt ?? now,
  };
}

function inputOf(json: string): ArticleInput & { title: string; access_rule?: AccessRule | null } {
  const { title, content, fields } = recordOf(parse(json));
  const { excerpt, categories, tags, access_rule } = recordOf(fields);
  if (typeof title !== 'string' || typeof content !== 'string') throw unreadable();
  return {
    title,
    content,
    contentFormat: 'blocks',
    ...(typeof excerpt === 'string' ? { excerpt } : {}),
    ...(Array.isArray(categories) ? { categoryIds: categories.filter((id) => Number.isSafeInteger(id)) } : {}),
    ...(access_rule === undefined ? {} : { access_rule: ruleOf(recordOf(access_rule)) }),
    ...(Array.isArray(tags) ? { tags: tags.filter((tag) => typeof tag === 'string') } : {}),
  };
}

/** Passwords are ignored, since a preview has no password form. */
function ruleOf({ mode, roles, users, capability, ...others }: Record<string, unknown>): AccessRule | null {
  const { listed, teaser, teaser_words: teaserWords, message } = others;
  const input: AccessRuleInput = {
    mode: ACCESS_MODES.find((candidate) => candidate === mode) ?? 'inherit',
    roles: Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [],
    users: Array.isArray(users) ? users.filter((id) => Number.isSafeInteger(id)) : [],
    capability: typeof capability === 'string' ? capability : '',
    message: typeof message === 'string' ? message : null,
    ...(typeof listed === 'boolean' ? { listed } : {}),
    ...(typeof teaserWords === 'number' ? { teaser_words: teaserWords } : {}),
    teaser: TEASERS.find((candidate) => candidate === teaser) ?? 'none',
  };
  return toRule(input, '');
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
  return invalidParam('draft', 'The preview has no text. Open it from the editor again.');
}
