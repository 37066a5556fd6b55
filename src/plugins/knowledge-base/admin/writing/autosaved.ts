import type { Autosave } from '../../autosaves/autosaves.js';
import type { Written } from './article-form.js';

/** An article with what was kept of it between two saves in place of what is stored. */
export function withAutosave<Of extends Written>(article: Of, { title, content, fields }: Autosave): Of {
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

/** Whether it says anything that the article does not. */
export function isWorthKeeping(autosave: Autosave, article: Written): boolean {
  return (
    autosave.contentFormat === article.contentFormat &&
    JSON.stringify(withAutosave(article, autosave)) !== JSON.stringify(article)
  );
}
