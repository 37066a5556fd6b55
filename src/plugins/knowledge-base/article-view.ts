import { createHash } from 'node:crypto';
import { plainText } from '../../blocks.js';
import { escapeHtml, type OwnedHooks, type RestRequest } from '../../index.js';
import type { KbAccess } from './access/access.js';
import { type AccessView, type RuleView, toAccessView, toRuleView } from './access/access-view.js';
import type { EffectiveAccess } from './access/effective.js';
import type { Readers } from './access/readers.js';
import type { Teasers } from './access/teasers.js';
import type { Article } from './article.js';
import { type ArticleContent, openingOf, type RenderedContent } from './article-content.js';
import { type MaintenanceView, maintenanceView } from './article-members.js';
import type { Articles } from './articles.js';
import type { Links } from './links.js';
import type { MetaKeys } from './meta-keys.js';
import type { Navigation } from './navigation.js';
import { NO_RATINGS, type RatingSummary, ratingSummary } from './opinions/rating-summary.js';
import type { Rated, Ratings } from './opinions/ratings.js';

/** An article as REST shows it; members marked `edit` only with `context=edit`. */
export interface ArticleView extends MaintenanceView {
  id: number;
  slug: string;
  path: string;
  link: string;
  status: string;
  title: { raw?: string; rendered: string };
  content: { raw?: string; rendered: string; format: string; protected: boolean };
  excerpt: { raw?: string; rendered: string };
  author: number;
  categories: number[];
  tags: string[];
  order: number;
  locale: string;
  translations: Record<string, number>;
  version: number;
  date: string;
  modified: string;
  published_at: string | null;
  word_count: number;
  reading_time: number;
  toc: { id: string; level: number; text: string }[];
  redirects: string[];
  sticky: boolean;
  access: AccessView;
  access_rule?: RuleView;
  rating: ArticleRating;
  meta: Record<string, unknown>;
  _links: Record<string, { href: string; embeddable?: true }[]>;
}

/** Without the caller's own vote, which is to be had from the ratings of the article. */
export type ArticleRating = Omit<RatingSummary, 'mine'>;

export type ViewContext = 'view' | 'edit';

/** What the tag of an article goes by. */
export type TaggedView = Pick<
  ArticleView,
  'id' | 'version' | 'link' | 'translations' | 'access' | 'attachments_count' | 'stale'
>;

/** Shows articles as REST resources; does no more work than the wanted fields need. */
export interface ArticleViews {
  /** @param found what the caller knows already; who may not read the article sees its teaser in place of its text */
  one(article: Article, request: RestRequest, context: ViewContext, found?: EffectiveAccess): Promise<ArticleView>;
  /** With `edit` each that the caller may edit is shown so, and the others as they are shown to readers. */
  many(articles: readonly Article[], request: RestRequest, context: ViewContext): Promise<ArticleView[]>;
  /**
   * The tag of what is shown: id, version and context, and what may be another one without another version of the
   * article, when a category moves, a translation or a file comes, nobody vouches for it any more or a teaser is shown in
   * place of the text.
   */
  etag(shown: TaggedView, context: ViewContext): string;
}

const NO_TEXT = { html: '', toc: [], text: '' } as const;

export function createArticleViews(parts: {
  articles: Articles;
  access: KbAccess & Readers;
  teasers: Teasers;
  navigation: Navigation;
  content: ArticleContent;
  links: Links;
  hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
  ratings: Pick<Ratings, 'summary'>;
  metaKeys: Pick<MetaKeys, 'shown'>;
  restUrl: (path: string) => string;
  /** IANA name of the site's. */
  timeZone: string;
}): ArticleViews {
  const { articles, access, teasers, navigation, content, links, hooks, ratings, metaKeys, restUrl, timeZone } = parts;

  /** What readers think of it; those who may not read it are told nothing of that. */
  async function ratingOf(
    { id, figures = NO_RATINGS }: Rated,
    { allowed }: EffectiveAccess,
    request: RestRequest,
  ): Promise<ArticleRating> {
    const isShown = allowed && request.wants('rating');
    const summary = isShown ? await ratings.summary({ id, figures }, null) : ratingSummary(id, NO_RATINGS, null, null);
    const { mine: _mine, ...rating } = summary;
    return rating;
  }

  /** The text for those who may read it; for others the beginning that they are shown. */
  async function textFor(
    article: Article,
    found: EffectiveAccess,
    request: RestRequest,
  ): Promise<Pick<RenderedContent, 'html' | 'toc' | 'text'>> {
    if (!['content', 'excerpt', 'toc'].some(request.wants)) return NO_TEXT;
    if (found.allowed) return content.of(article);
    const html = String((await teasers(article, found)) ?? '');
    return { html, toc: [], text: plainText(html) };
  }

  async function one(
    article: Article,
    request: RestRequest,
    context: ViewContext,
    known?: EffectiveAccess,
  ): Promise<ArticleView> {
    const viewer = access.viewerOf(request);
    const found = known ?? (await access.of(article, viewer));
    const raw = (text: string): { raw?: string } => (context === 'edit' ? { raw: text } : {});
    const rendered = await textFor(article, found, request);
    const path = articles.pathOf(article);
    const shown: ArticleView = {
      id: article.id,
      slug: article.slug,
      path,
      link: links.url(article.locale, path),
      status: article.status,
      title: { ...raw(article.title), rendered: escapeHtml(article.title) },
      content: {
        ...raw(article.content),
        rendered: rendered.html,
        format: article.contentFormat,
        protected: !found.allowed,
      },
      excerpt: { ...raw(article.excerpt), rendered: escapeHtml(article.excerpt || openingOf(rendered)) },
      author: article.authorId,
      categories: article.categoryIds,
      tags: article.tags,
      order: article.menuOrder,
      locale: article.locale,
      translations: request.wants('translations') ? await navigation.translations(article, viewer) : {},
      version: article.version,
      date: article.createdAt.toISOString(),
      modified: article.modifiedAt.toISOString(),
      published_at: article.publishedAt?.toISOString() ?? null,
      word_count: article.wordCount,
      reading_time: article.readingTime,
      toc: [...rendered.toc],
      redirects: article.redirects,
      sticky: article.sticky,
      ...maintenanceView(article, { context, timeZone, hidesFiles: !found.allowed }),
      access: toAccessView(found),
      ...(context === 'edit' ? { access_rule: toRuleView(access.rules.get(article.ruleId)) } : {}),
      rating: await ratingOf(article, found, request),
      meta: found.allowed ? metaKeys.shown(article.meta) : {},
      _links: {
        self: [{ href: restUrl(`/articles/${article.id}`) }],
        collection: [{ href: restUrl('/articles') }],
        ...(article.categoryIds.length > 0
          ? { category: article.categoryIds.map((id) => ({ href: restUrl(`/categories/${id}`), embeddable: true })) }
          : {}),
      },
    };
    const told = { viewer: viewer.user, context };
    return hooks.applyFiltersAsync('vendor_kb_rest_article', shown, article, told);
  }

  return {
    one,
    many: (list, request, context) =>
      Promise.all(
        list.map(async (article) => {
          const isEdited = context === 'edit' && (await request.can('edit_kb_article', article));
          return one(article, request, isEdited ? 'edit' : 'view');
        }),
      ),
    etag({ id, version, link, translations, access: { allowed }, attachments_count: files, stale }, context) {
      const around = createHash('sha256').update(JSON.stringify([link, translations, allowed, files, stale]));
      return `"a${id}-v${version}-${context}-${around.digest('hex').slice(0, 8)}"`;
    },
  };
}
