import { type PageResponse, redirect } from '../../../index.js';
import { isPublic } from '../article.js';
import { createFrame, renderPage, type Visit } from './visit.js';

/** 404 with what the address seems to have meant. */
export async function notFoundPage(visit: Visit): Promise<PageResponse> {
  const { kb, locale, path, strings, viewer } = visit;
  const query = (path.split('/').at(-1) ?? '').replaceAll('-', ' ').slice(0, 60);
  const suggestions = query === '' ? [] : await kb.search.suggest(query, { locale, limit: 5, viewer });
  return renderPage(
    visit,
    'kb/not-found',
    {
      ...(await createFrame(visit, { query })),
      query,
      suggestions: suggestions.map(({ text, link }) => ({ title: text, link })),
      gone: false,
    },
    { title: strings.text('not-found.title'), status: 404, robots: 'noindex' },
  );
}

/** 301 for the addresses of renamed, moved and imported things, or null. */
export async function oldAddress({ kb, locale, path, viewer }: Visit): Promise<PageResponse | null> {
  const target = await kb.redirects.find(locale, path);
  if (!target) return null;
  switch (target.kind) {
    case 'external':
      return target.targetUrl === null ? null : redirect(target.targetUrl, 301);
    case 'category': {
      const category = kb.categories.tree().get(target.targetId);
      if (!category || (await kb.access.ofCategory(category.id, viewer)).status === 404) return null;
      return redirect(kb.links.href(category.locale, `${category.path}/${target.rest}`), 301);
    }
    case 'article': {
      const article = await kb.articles.get(target.targetId);
      // What may not be known of has no address, old or new.
      if (!article || !isPublic(article) || (await kb.access.of(article, viewer)).status === 404) return null;
      return redirect(kb.links.href(article.locale, kb.articles.pathOf(article)), 301);
    }
  }
}
