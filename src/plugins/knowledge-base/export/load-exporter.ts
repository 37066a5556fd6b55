/** What writes folders and files: loaded when it is wanted, as the importer is. */
export async function loadExporter() {
  const [markdown, folder, json, file] = await Promise.all([
    import('./markdown.js'),
    import('./folder-target.js'),
    import('../json/write-export.js'),
    import('./file-target.js'),
  ]);
  return { ...markdown, ...folder, ...json, ...file };
}
