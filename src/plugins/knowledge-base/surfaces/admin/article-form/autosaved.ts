import type { Autosave } from '../../../domain/revisions/autosaves.js';
import type { ArticleValues } from './article-form.js';

/** Returns the article with its autosaved values in place of the stored ones. */
export function withAutosave<Of extends ArticleValues>(article: Of, { title, content, fields }: Autosave): Of {
  const { excerpt, tags, search_aliases: aliases } = fields;
  const isList = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((each) => typeof each === 'string');
  return {
    ...article,
    title,
    content,
    ...(typeof excerpt === 'string' ? { excerpt } : {}),
    ...(isList(tags) ? { tags } : {}),
    ...(isList(aliases) ? { searchAliases: aliases } : {}),
  };
}

/** Tells whether the autosave differs from the article. */
export function isWorthKeeping(autosave: Autosave, article: ArticleValues): boolean {
  return (
    autosave.contentFormat === article.contentFormat &&
    JSON.stringify(withAutosave(article, autosave)) !== JSON.stringify(article)
  );
}
