/** Path of the conversion page, relative to the admin area. */
export const CONVERT_PATH = '/kb/articles/{id}/convert';

/** Returns the path of the conversion page for an article. */
export function convertPath(id: number): string {
  return CONVERT_PATH.replace('{id}', String(id));
}
