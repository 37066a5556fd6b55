/**
 * Templates and assets. The build bundles the plugin into one file at this depth, so the relative path must start here.
 */
export const TEMPLATES_FOLDER = new URL('../../../templates/bank/', import.meta.url);
