import type { PageResponse } from '../../../../pages.js';
import { listArticles } from '../../domain/articles/article-query.js';
import type { Category } from '../../domain/categories/category-tree.js';
import { READ_COSTS } from '../../domain/limits.js';
import type { Visit } from '../pages/visit.js';
import { asStranger, machineResponse, xmlText } from './machine-response.js';
import type { FeedEntry } from './template-data.js';

/** Maximum articles in a feed. */
const MAX_ENTRIES = 20;

/** Renders an Atom feed (RFC 4287) of recent changes in a locale, or in a category and its descendants. */
export async function feed(visit: Visit, category: Category | null): Promise<PageResponse | null> {
  visit.request.countReads(READ_COSTS.feed);
  const view = asStranger(visit);
  const { kb, locale, strings, viewer } = view;
  if (category && !(await kb.access.ofCategory(category.id, viewer)).allowed) return null;
  const articles = await listArticles(
    kb,
    {
      visibility: await kb.access.visibility(viewer),
      statuses: ['publish'],
      locale,
      ...(category ? { categories: kb.categories.tree().subtree(category.id) } : {}),
    },
    { by: 'modified', direction: 'desc' },
    { limit: MAX_ENTRIES },
  );
  await kb.texts.load(articles);
  const entries = await Promise.all(
    articles.map(async (article): Promise<FeedEntry> => {
      const view = await kb.texts.of(article, viewer);
      const link = kb.permalinks.articleUrl(article);
      return {
        id: article.uuid === null ? link : `urn:uuid:${article.uuid}`,
        link,
        title: xmlText(article.title),
        summary: xmlText(await kb.texts.excerptOf(article, null, view)),
        content: xmlText(view.html),
        published: article.publishedAt ?? article.createdAt,
        updated: article.modifiedAt,
        tags: article.tags.map(xmlText),
      };
    }),
  );
  const name = `${kb.site.name}: ${category?.name ?? strings.text('nav.label')}`;
  const body = await visit.context.templates.render(
    'kb/feed',
    {
      strings,
      title: xmlText(name),
      site: xmlText(kb.site.name),
      link: category ? kb.permalinks.categoryUrl(category) : kb.links.url(locale),
      self: feedUrl(visit, category),
      updated: articles[0]?.modifiedAt ?? new Date(0),
      entries,
    },
    { locale },
  );
  return machineResponse(visit.request, body, 'application/atom+xml');
}

/** Returns the feed URL of a locale or category. */
export function feedUrl({ kb, locale }: Pick<Visit, 'kb' | 'locale'>, category: Category | null = null): string {
  return kb.links.url(locale, category ? `${category.path}/feed` : 'feed');
}
