import { type AdminRequest, formError } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { articleTyped } from '../article-typed.js';
import { numberIn } from '../autocomplete/completed.js';
import { lineList } from './lists.js';

interface FieldInput {
  readonly field: string;
  readonly locale: string;
}

/**
 * Resolves an article by id, URL, slug or title.
 * @throws HostError 422 `form_invalid` if none matches or the current user may not read it
 */
export async function meantArticle(
  kb: KnowledgeBase,
  request: AdminRequest,
  typed: string,
  { field, locale }: FieldInput,
  { text }: Strings,
): Promise<number> {
  return articleTyped(kb, request, { typed, locale }, (isAmbiguous) =>
    formError({ [field]: text(isAmbiguous ? 'naming.several-articles' : 'write.no-article', { typed }) }),
  );
}

/** Resolves one article per line. Articles named before may stay even if the current user may not read them. */
export async function meantArticles(
  kb: KnowledgeBase,
  request: AdminRequest,
  typed: string,
  { before, ...of }: FieldInput & { readonly before: readonly number[] },
  texts: Strings,
): Promise<number[]> {
  const ids: number[] = [];
  for (const line of lineList(typed)) {
    const number = numberIn(line);
    const isKept = number !== null && before.includes(number);
    ids.push(isKept ? number : await meantArticle(kb, request, line, of, texts));
  }
  return ids;
}
