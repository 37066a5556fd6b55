/** Loads the importer on first use, because imports are rare and processes start often. */
export function loadImporter() {
  return import('./import-from.js');
}
