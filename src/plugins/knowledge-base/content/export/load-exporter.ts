/** Loads the exporters on first use, like the importer. */
export async function loadExporter() {
  const [whole, json, wxr] = await Promise.all([
    import('./export-to.js'),
    import('../json/write-export.js'),
    import('./wxr/wxr.js'),
  ]);
  return { ...whole, ...json, ...wxr };
}
