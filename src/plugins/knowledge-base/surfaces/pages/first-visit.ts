import { type SafeHtml, safeHtml } from '../../../../pages.js';
import { kbTexts } from '../../catalogues.js';
import { START_PATH } from '../admin/getting-started/frame.js';
import { hasArticles } from '../admin/getting-started/has-articles.js';
import type { Visit } from './visit.js';

/** Returns the hint on an empty home page: a notice for readers, the start page for editors. */
export async function firstVisitHint({ kb, context, request }: Visit): Promise<SafeHtml[]> {
  if (await hasArticles(kb)) return [];
  const { text } = kbTexts(kb.site);
  const isEditor = request.user !== null && (await request.can('edit_kb_articles'));
  const html = await context.templates.render('kb/parts/first-visit', {
    text: text(isEditor ? 'start.hint' : 'start.nothing'),
    link: isEditor ? { label: text('start.heading'), link: kb.site.href(kb.site.admin + START_PATH) } : null,
  });
  return [safeHtml(html)];
}
