/** What an import can read. */
export const IMPORT_FORMATS = ['auto', 'markdown', 'wxr', 'json', 'zendesk', 'html'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];
