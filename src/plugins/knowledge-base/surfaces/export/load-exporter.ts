/** Loads the exporters on first use, like the importer. */
export async function loadExporter() {
  const [whole, json, wxr] = await Promise.all([
    import('./export-to.js'),
    import('../../content/json/write-export.js'),
    import('../../content/export/wxr/wxr.js'),
  ]);
  return { ...whole, ...json, ...wxr };
}
