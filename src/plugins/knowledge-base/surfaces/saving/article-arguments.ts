import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { ARTICLE_STATUSES, type ArticleInput, type ArticleStatus } from '../../domain/articles/article.js';
import { LOCALE_ARG } from '../../domain/locale.js';
import { STORED_MOMENT_ARG, toMoment } from '../../domain/moments.js';
import { ACCESS_RULE_ARG } from '../routes/access-rule.js';
import { ORDER_ARG } from '../routes/arguments.js';
import { FIELD_ARGS } from '../routes/article-fields.js';

/** Save arguments of an article besides its title. */
export const ARTICLE_ARGS = {
  content: { type: 'string', description: 'Source text in the given format.' },
  format: { type: 'string', enum: ['markdown', 'html', 'blocks'], description: 'Format of the content.' },
  excerpt: { type: 'string', maxLength: 1000 },
  slug: { type: 'string', minLength: 1, maxLength: 191 },
  status: { type: 'string', enum: ARTICLE_STATUSES },
  date: {
    ...STORED_MOMENT_ARG,
    description:
      'Publication date, `published_at` in responses. A future date requires the status `future`. An update ignores the unchanged `date` of a response.',
  },
  categories: {
    type: 'array',
    items: { type: 'integer', minimum: 1 },
    maxItems: 50,
    description: 'The first is the primary one.',
  },
  tags: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 100 }, maxItems: 100 },
  order: { ...ORDER_ARG, description: 'Position in the primary category.' },
  locale: LOCALE_ARG,
  sticky: { type: 'boolean' },
  access_rule: ACCESS_RULE_ARG,
  meta: { type: 'object', description: 'Values of registered fields; null deletes one.' },
  ...FIELD_ARGS,
} as const;

/** Arguments that are stored without conversion. */
export interface PlainArgs {
  content?: string;
  format?: 'markdown' | 'html' | 'blocks';
  excerpt?: string;
  slug?: string;
  status?: ArticleStatus;
  date?: string;
  categories?: number[];
  tags?: string[];
  order?: number;
  locale?: string;
  sticky?: boolean;
  meta?: Record<string, unknown>;
}

/**
 * Converts the plain arguments. @throws HostError 400 `vendor_kb_invalid_param` for unregistered or invalid fields of
 * `meta`
 */
export function plainInput({ metaKeys }: Pick<KnowledgeBase, 'metaKeys'>, args: PlainArgs): ArticleInput {
  const { format, categories, order, date, ...rest } = args;
  const { content, excerpt, slug, status, tags, locale, sticky, meta } = rest;
  if (meta) metaKeys.check(meta);
  const input: ArticleInput = { content, excerpt, slug, status, tags, locale, sticky, meta } as ArticleInput;
  return {
    ...input,
    ...(format ? { contentFormat: format } : {}),
    ...(categories ? { categoryIds: categories } : {}),
    ...(order === undefined ? {} : { menuOrder: order }),
    ...(date === undefined ? {} : { publishedAt: toMoment(date) }),
  };
}
