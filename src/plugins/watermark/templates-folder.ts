/**
 * Folder of templates, assets and fonts. The build bundles the plugin into one file in this file's place, so the
 * relative path must start at this depth.
 */
export const TEMPLATES_FOLDER = new URL('../../../templates/watermark/', import.meta.url);
