import type { AdminRequest } from '../../../../../admin.js';
import { HostError } from '../../../../../index.js';
import type { KbArea } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { isLocale } from '../../../domain/locale.js';
import { articlesFound } from './articles.js';
import { CHOICES_PATH } from './paths.js';
import { peopleFound } from './people.js';
import { picturesFound } from './pictures.js';

const MAX_LENGTH = 200;

/**
 * Registers the JSON endpoints for `core/complete.js`.
 * They find articles, users and images by the start of their names.
 */
export function registerAutocomplete(area: KbArea, kb: KnowledgeBase): void {
  function found(request: AdminRequest<'kind'>): Promise<string[]> {
    const { q, locale } = request.query;
    const search = typeof q === 'string' ? q.trim().slice(0, MAX_LENGTH) : '';
    const language = typeof locale === 'string' && isLocale(locale) ? locale.toLowerCase() : undefined;
    switch (request.params.kind) {
      case 'articles':
        return articlesFound(kb, search, language, request);
      case 'people':
        return peopleFound(kb, search, request);
      case 'pictures':
        return picturesFound(kb, search, request);
      default:
        throw new HostError('page_not_found', 'Page not found.', { status: 404 });
    }
  }

  for (const capability of ['edit_kb_articles', 'manage_kb_categories'] as const) {
    area.page({
      path: CHOICES_PATH[capability],
      title: 'naming.choices',
      capability,
      async load(request) {
        return {
          status: 200,
          headers: { 'Content-Type': 'application/json; charset=utf-8' },
          body: JSON.stringify(await found(request)),
        };
      },
    });
  }
}
