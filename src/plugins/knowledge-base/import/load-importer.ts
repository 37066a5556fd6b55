/** What reads folders and files. A site does so now and then, but its processes start often: they load this when it is wanted. */
export function loadImporter() {
  return import('./import-from.js');
}
