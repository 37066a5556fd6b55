import { formError } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';
import { trimSlashes } from '../../../../../utilities.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import type { ArticleValues } from './article-form.js';
import { lineList } from './lists.js';

const MAX_LENGTH = 500;

/**
 * Reads the old URLs of an article, as paths relative to the knowledge base.
 * Rejects paths in use, since the redirect would never apply.
 * @throws HostError 422 `form_invalid`
 */
export async function submittedRedirects(
  { articles, categories, redirects }: Pick<KnowledgeBase, 'articles' | 'categories' | 'redirects'>,
  typed: string,
  before: ArticleValues & { readonly id: number },
  { text }: Strings,
): Promise<string[]> {
  const paths: string[] = [];
  for (const line of lineList(typed)) {
    const path = trimSlashes(line).normalize('NFC');
    const isPath = path !== '' && path.length <= MAX_LENGTH && !/[\s?#\\]|^[a-z][a-z0-9+.-]*:/i.test(path);
    if (!isPath) throw formError({ redirects: text('write.redirect-wrong', { path: line }) });
    if (!before.redirects.includes(path) && (await isTaken(path))) {
      throw formError({ redirects: text('write.redirect-taken', { path }) });
    }
    paths.push(path);
  }
  return [...new Set(paths)];

  /** Tells whether a page uses the path or it redirects to something else. */
  async function isTaken(path: string): Promise<boolean> {
    const { locale, id } = before;
    if (categories.tree().byPath(locale, path)) return true;
    const there = await articles.byPath(locale, path);
    if (there && there.id !== id) return true;
    const known = await redirects.find(locale, path);
    return known !== null && known.rest === '' && known.kind !== 'gone' && known.targetId !== id;
  }
}
