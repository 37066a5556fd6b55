import { createHash } from 'node:crypto';
import { plainText } from '../../../../blocks.js';
import type { OwnedHooks } from '../../../../hooks.js';
import type { User } from '../../../../index.js';
import { escapeHtml } from '../../../../pages.js';
import { cacheJson, type RestRequest } from '../../../../rest.js';
import { createTurns } from '../../../../utilities.js';
import type { KbAccess } from '../../domain/access/access.js';
import { type AccessView, type RuleView, toAccessView, toRuleView } from '../../domain/access/access-view.js';
import type { EffectiveAccess } from '../../domain/access/effective.js';
import type { Readers } from '../../domain/access/readers.js';
import type { Teasers } from '../../domain/access/teasers.js';
import type { Article } from '../../domain/articles/article.js';
import { type MaintenanceView, maintenanceView } from '../../domain/articles/article-members.js';
import type { Articles } from '../../domain/articles/articles.js';
import type { MetaKeys } from '../../domain/articles/meta-keys.js';
import { isStale } from '../../domain/articles/staleness.js';
import type { Permalinks } from '../../domain/links/permalinks.js';
import { NO_RATINGS, type RatingSummary, ratingSummary } from '../../domain/ratings/rating-summary.js';
import type { Ratings } from '../../domain/ratings/ratings.js';
import { FIRST_PAGES } from '../blocks/block-pages.js';
import type { ArticleTexts, TextView } from './article-texts.js';
import type { Navigation } from './navigation.js';

/** An article as the REST API returns it. Members marked `edit` appear only with `context=edit`. */
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

/** Ratings without the caller's own vote, which is available from the article's ratings endpoint. */
export type ArticleRating = Omit<RatingSummary, 'mine'>;

export type ViewContext = 'view' | 'edit';

/** Builds REST resources of articles. Computes only the requested fields. */
export interface ArticleViews {
  /**
   * Builds one article. Viewers without access get the teaser in place of the text. @param found access, if the
   * caller knows it
   */
  one(article: Article, request: RestRequest, context: ViewContext, found?: EffectiveAccess): Promise<ArticleView>;
  /** Builds several articles. With `edit`, only those that the caller may edit get the `edit` members. */
  many(articles: readonly Article[], request: RestRequest, context: ViewContext): Promise<ArticleView[]>;
  /** Tells whether the view was made for one reader and must not be shared. */
  isPersonal(view: ArticleView): boolean;
  /**
   * Returns the ETag of a view.
   * Covers id, version, context and everything that can change without a new version: a moved category, a new
   * translation or file, a passed review date, a teaser instead of the text, a plugin's change.
   */
  etag(view: ArticleView, context: ViewContext): string;
}

/** View data that is not stored in the article and is computed each time. */
interface Surroundings {
  readonly path: string;
  /** Null if it follows from the path because no plugin filters it. */
  readonly link: string | null;
  readonly translations: Record<string, number>;
  readonly found: EffectiveAccess;
  readonly rendered: TextView;
  /** Mean rating of the whole site. */
  readonly mean: number | null;
  /** Version of the registered metadata keys. */
  readonly metaKeys: number;
  readonly stale: boolean;
}

function isSame(
  { translations: some, ...one }: Surroundings,
  { translations: others, ...other }: Surroundings,
): boolean {
  const locales = Object.keys(some);
  return (
    (Object.keys(one) as (keyof typeof one)[]).every((name) => one[name] === other[name]) &&
    locales.length === Object.keys(others).length &&
    locales.every((locale) => some[locale] === others[locale])
  );
}

const wantsText = (request: RestRequest): boolean => ['content', 'excerpt', 'toc'].some(request.wants);

const NO_TEXT: TextView = { html: '', toc: [], text: '' };

/** One view per turn of the event loop, so that a page of long articles does not block other requests. */
const nextTurn = createTurns(1);

export function createArticleViews(parts: {
  articles: Articles;
  access: KbAccess & Readers;
  teasers: Teasers;
  navigation: Navigation;
  texts: ArticleTexts;
  permalinks: Pick<Permalinks, 'articleUrl' | 'isFiltered'>;
  hooks: Pick<OwnedHooks, 'applyFiltersAsync' | 'hasFilter'>;
  ratings: Pick<Ratings, 'mean'>;
  metaKeys: Pick<MetaKeys, 'visible' | 'revision'>;
  restUrl: (path: string) => string;
  /** IANA name of the site's time zone. */
  timeZone: string;
}): ArticleViews {
  const { articles, access, teasers, navigation, texts, permalinks, hooks, ratings, metaKeys, restUrl, timeZone } =
    parts;
  const common = new WeakMap<Article, { readonly around: Surroundings; readonly view: ArticleView }>();
  const tags = new WeakMap<object, string>();
  const personal = new WeakSet<object>();

  /** Returns the text for viewers with access, and the teaser for others. */
  async function textFor(article: Article, found: EffectiveAccess, request: RestRequest): Promise<TextView> {
    if (!wantsText(request)) return NO_TEXT;
    if (found.allowed) return texts.of(article, access.viewerOf(request), FIRST_PAGES);
    const html = String((await teasers(article, found)) ?? '');
    return { html, toc: [], text: plainText(html) };
  }

  async function one(
    article: Article,
    request: RestRequest,
    context: ViewContext,
    { access: knownAccess, mean }: { readonly access?: EffectiveAccess | undefined; readonly mean: number | null },
  ): Promise<ArticleView> {
    const viewer = access.viewerOf(request);
    // Awaiting costs more than reading from memory.
    const found = knownAccess ?? access.common(article) ?? (await access.of(article, viewer));
    const translations = request.wants('translations') ? navigation.translations(article, viewer) : {};
    const atHand = found.allowed && wantsText(request) ? texts.atHand(article) : null;
    const around: Surroundings = {
      path: articles.pathOf(article),
      link: permalinks.isFiltered() ? permalinks.articleUrl(article) : null,
      translations: translations instanceof Promise ? await translations : translations,
      found,
      rendered: atHand ?? (await textFor(article, found, request)),
      mean,
      metaKeys: metaKeys.revision(),
      stale: isStale(article, timeZone),
    };
    const isPersonal = around.rendered.isPersonal === true;
    const isFiltered = isPersonal || hooks.hasFilter('vendor_kb_rest_article') || texts.isFiltered();
    if (context === 'view' && found.vary === 'public' && request.query._fields === undefined && !isFiltered) {
      return commonView(article, around);
    }
    const view = await show(article, around, context, viewer.user);
    const about = { viewer: viewer.user, context };
    const filtered = await hooks.applyFiltersAsync('vendor_kb_rest_article', view, article, about);
    if (isPersonal) personal.add(filtered);
    return filtered;
  }

  /** Returns the view shared by all viewers, built once until something changes. */
  async function commonView(article: Article, around: Surroundings): Promise<ArticleView> {
    const before = common.get(article);
    if (before && isSame(before.around, around)) return before.view;
    const view = cacheJson(await show(article, around, 'view', null));
    common.set(article, { around, view });
    return view;
  }

  async function show(
    article: Article,
    { path, link, translations, found, rendered, mean, stale }: Surroundings,
    context: ViewContext,
    viewer: User | null,
  ): Promise<ArticleView> {
    await nextTurn();
    // Ratings are hidden from viewers without access.
    const counters = (found.allowed && article.counters) || NO_RATINGS;
    const { mine: _mine, ...rating } = ratingSummary(article.id, counters, found.allowed ? mean : null, null);
    const raw = (text: string): { raw?: string } => (context === 'edit' ? { raw: text } : {});
    return {
      id: article.id,
      slug: article.slug,
      path,
      link: link ?? permalinks.articleUrl(article),
      status: article.status,
      title: { ...raw(article.title), rendered: escapeHtml(article.title) },
      content: {
        ...raw(article.content),
        rendered: rendered.html,
        format: article.contentFormat,
        protected: !found.allowed,
      },
      excerpt: {
        ...raw(article.excerpt),
        rendered: escapeHtml(await texts.excerptOf(article, viewer, rendered)),
      },
      author: article.authorId,
      categories: article.categoryIds,
      tags: article.tags,
      order: article.menuOrder,
      locale: article.locale,
      translations,
      version: article.version,
      date: article.createdAt.toISOString(),
      modified: article.modifiedAt.toISOString(),
      published_at: article.publishedAt?.toISOString() ?? null,
      word_count: article.wordCount,
      reading_time: texts.readingTimeOf(article),
      toc: [...rendered.toc],
      redirects: article.redirects,
      sticky: article.sticky,
      ...maintenanceView(article, { context, stale, hidesFiles: !found.allowed }),
      access: toAccessView(found),
      ...(context === 'edit' ? { access_rule: toRuleView(access.rules.get(article.ruleId)) } : {}),
      rating,
      meta: found.allowed ? metaKeys.visible(article.meta) : {},
      _links: {
        self: [{ href: restUrl(`/articles/${article.id}`) }],
        collection: [{ href: restUrl('/articles') }],
        ...(article.categoryIds.length > 0
          ? { category: article.categoryIds.map((id) => ({ href: restUrl(`/categories/${id}`), embeddable: true })) }
          : {}),
      },
    };
  }

  return {
    one: async (article, request, context, access) =>
      one(article, request, context, { access, mean: await ratings.mean() }),
    async many(list, request, context) {
      if (wantsText(request)) await texts.load(list);
      const mean = await ratings.mean();
      return Promise.all(
        list.map(async (article) => {
          const isEdited = context === 'edit' && (await request.can('edit_kb_article', article));
          return one(article, request, isEdited ? 'edit' : 'view', { mean });
        }),
      );
    },
    isPersonal: (view) => personal.has(view),
    etag(view, context) {
      const cached = tags.get(view);
      if (cached !== undefined) return cached;
      const { id, version, link, translations, access: found, content, excerpt, toc, reading_time } = view;
      const filtered =
        personal.has(view) || texts.isFiltered() ? [content.rendered, excerpt.rendered, toc, reading_time] : [];
      const { attachments_count: files, stale } = view;
      // Deleting an account changes articles without a save: their author, contributors and rules change.
      const people = [view.author, view.contributors, view.access_rule];
      const besides = [link, translations, found.allowed, files, stale, people, ...filtered];
      const around = createHash('sha256').update(JSON.stringify(besides));
      const tag = `"a${id}-v${version}-${context}-${around.digest('hex').slice(0, 8)}"`;
      tags.set(view, tag);
      return tag;
    },
  };
}
