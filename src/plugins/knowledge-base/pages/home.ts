import type { PageResponse } from '../../../index.js';
import { findArticles } from '../article-query.js';
import { articleCard, categoryCards } from './cards.js';
import { createFrame, languageName, renderPage, type Visit } from './visit.js';

const LATEST = 6;

/** The first page of a locale: its categories and what changed last. */
export async function homePage(visit: Visit): Promise<PageResponse> {
  const { kb, locale, strings } = visit;
  const { articles } = await findArticles(
    kb.db,
    { statuses: ['publish'], locale },
    { by: 'modified', direction: 'desc' },
    { limit: LATEST, offset: 0 },
  );
  const locales = [...(await kb.navigation.locales())].sort();
  const translations = locales.map((other) => ({
    locale: other,
    label: languageName(other),
    link: kb.links.href(other),
    current: other === locale,
  }));
  const title = strings.text('nav.label');
  const { description } = kb.site;
  return renderPage(
    visit,
    'kb/home',
    {
      ...(await createFrame(visit, { translations: locales.length > 1 ? translations : [] })),
      title,
      description,
      categories: await categoryCards(kb, kb.categories.tree().roots(locale)),
      latest: articles.map((article) => articleCard(kb, article)),
    },
    {
      title,
      description: description || null,
      canonical: kb.links.url(locale),
      alternates: locales.length > 1 ? locales.map((other) => ({ locale: other, link: kb.links.url(other) })) : [],
    },
  );
}
