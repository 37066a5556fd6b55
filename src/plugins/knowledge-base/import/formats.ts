/** What an import can read. */
export const IMPORT_FORMATS = ['auto', 'markdown', 'wxr', 'json', 'zendesk', 'html'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Bytes that a map of what the words of a source mean here may have. */
export const MAX_MAP_BYTES = 16 * 1024;
