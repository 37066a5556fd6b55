import { type PageResponse, redirect } from '../../../../pages.js';
import { isPublic } from '../../domain/articles/article.js';
import { renderPage } from './render-page.js';
import { createFrame, type Visit } from './visit.js';

/** Renders a 404 page with suggestions, or 410 for a deleted article. */
export async function notFoundPage(visit: Visit, { gone: isGone = false } = {}): Promise<PageResponse> {
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
      isGone,
    },
    { title: strings.text(isGone ? 'gone.title' : 'not-found.title'), status: isGone ? 410 : 404, robots: 'noindex' },
  );
}

/** Redirects with 301 for renamed, moved and imported pages, 410 for deleted articles, or null. */
export async function oldAddress(visit: Visit): Promise<PageResponse | null> {
  const { kb, locale, path, viewer } = visit;
  const target = await kb.redirects.find(locale, path);
  if (!target) return null;
  switch (target.kind) {
    case 'gone':
      return notFoundPage(visit, { gone: true });
    case 'external':
      return target.targetUrl === null ? null : redirect(target.targetUrl, 301);
    case 'category': {
      const category = kb.categories.tree().get(target.targetId);
      if (!category || (await kb.access.ofCategory(category.id, viewer)).status === 404) return null;
      return redirect(kb.links.href(category.locale, `${category.path}/${target.rest}`), 301);
    }
    case 'article': {
      const article = await kb.articles.get(target.targetId);
      // Hidden articles must not be revealed by their old URLs either.
      if (!article || !isPublic(article) || (await kb.access.of(article, viewer)).status === 404) return null;
      return redirect(kb.links.href(article.locale, kb.articles.pathOf(article)), 301);
    }
  }
}
