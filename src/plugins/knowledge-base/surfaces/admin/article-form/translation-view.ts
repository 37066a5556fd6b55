import type { AdminRequest } from '../../../../../admin.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import type { Article } from '../../../domain/articles/article.js';

/** Translation of an article as shown in the form. */
export interface TranslationView {
  /** Field value: the id of one translation, empty for none. */
  readonly translation: string;
  readonly translations: readonly { readonly id: number; readonly locale: string }[];
}

/** Returns the translations of an article that the current user may edit. */
export async function translationShown(
  { articles, db }: Pick<KnowledgeBase, 'articles' | 'db'>,
  request: AdminRequest,
  article: Article | null,
): Promise<TranslationView> {
  if (!article || article.translationKey === null) {
    const of = request.query.translation_of;
    return { translation: article || typeof of !== 'string' ? '' : of, translations: [] };
  }
  const rows = await db.query
    .selectFrom('kb_articles')
    .select(['id', 'locale'])
    .where('translation_key', '=', article.translationKey)
    .where('id', '!=', article.id)
    .orderBy('id')
    .execute();
  const translated = await articles.getMany(rows.map(({ id }) => id));
  const may = await Promise.all(translated.map((each) => request.can('edit_kb_article', each)));
  const translations = translated.filter((_, index) => may[index]).map(({ id, locale }) => ({ id, locale }));
  return { translation: rows[0] ? String(rows[0].id) : '', translations };
}
