/** Path of the article list, relative to the admin area. */
export const ARTICLES_PATH = '/kb/articles';
/** Path for a new article in the default format or the one in `format`; `title` sets the initial title. */
export const NEW_ARTICLE_PATH = '/kb/articles/new';
/** Path for a new Markdown article. */
export const NEW_MARKDOWN_PATH = '/kb/articles/write';
/** Path of the text form for Markdown or HTML articles. */
export const WRITE_PATH = '/kb/articles/{id}/write';
export const VERSIONS_PATH = '/kb/articles/{id}/versions';
export const FILES_PATH = '/kb/articles/{id}/files';
/** Path of the quick edit form. */
export const QUICK_PATH = '/kb/articles/{id}/quick';
/** Path of the block editor. It redirects to the text form for other formats. */
export const EDIT_PATH = '/kb/articles/{id}/edit';

/** Path of a category's form. */
export const CATEGORY_PATH = '/kb/categories/{id}';
/** Path of the article order page. */
export const ORDER_PATH = '/kb/categories/{id}/order';

/** Inserts the id of an article or category into a path. */
export function pathOf(path: string, id: number): string {
  return path.replace('{id}', String(id));
}
