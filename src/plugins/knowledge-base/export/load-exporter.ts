/** What writes folders: loaded when it is wanted, as the importer is. */
export async function loadExporter() {
  const [markdown, folder] = await Promise.all([import('./markdown.js'), import('./folder-target.js')]);
  return { ...markdown, ...folder };
}
