/** Import formats. */
export const IMPORT_FORMATS = ['auto', 'markdown', 'wxr', 'json', 'zendesk', 'html'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Maximum size of an import map in bytes. */
export const MAX_MAP_BYTES = 16 * 1024;
