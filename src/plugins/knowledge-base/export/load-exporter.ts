/** What writes folders and files: loaded when it is wanted, as the importer is. */
export async function loadExporter() {
  const [whole, json, wxr] = await Promise.all([
    import('./export-to.js'),
    import('../json/write-export.js'),
    import('./wxr/wxr.js'),
  ]);
  return { ...whole, ...json, ...wxr };
}
