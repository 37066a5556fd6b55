/** Where articles are listed, below the admin area. */
export const ARTICLES_PATH = '/kb/articles';
/**
 * Where a new article is written, in what the settings say or `format` asks for; `title` says what it is called at first.
 */
export const NEW_ARTICLE_PATH = '/kb/articles/new';
/** Where a new article is written in Markdown. */
export const NEW_MARKDOWN_PATH = '/kb/articles/write';
/** Where an article is written as a text, in Markdown or HTML. */
export const WRITE_PATH = '/kb/articles/{id}/write';
export const VERSIONS_PATH = '/kb/articles/{id}/versions';
export const FILES_PATH = '/kb/articles/{id}/files';
/** Where title, state and place of an article are changed without its text. */
export const QUICK_PATH = '/kb/articles/{id}/quick';
/** Where the editor of blocks is; it leads on to the form for a text. */
export const EDIT_PATH = '/kb/articles/{id}/edit';

/** Where the articles of a category are put in order. */
export const ORDER_PATH = '/kb/categories/{id}/order';

/** One of them, of one article or category. */
export function pathOf(path: string, id: number): string {
  return path.replace('{id}', String(id));
}
