/** What reads folders. A site does so now and then, but its processes start often: they load this when it is wanted. */
export async function loadImporter() {
  const [source, run] = await Promise.all([import('./source.js'), import('./run-import.js')]);
  return { ...source, ...run };
}
