/** Where an article is converted, below the admin area. */
export const CONVERT_PATH = '/kb/articles/{id}/convert';

/** The same of one article. */
export function convertPath(id: number): string {
  return CONVERT_PATH.replace('{id}', String(id));
}
