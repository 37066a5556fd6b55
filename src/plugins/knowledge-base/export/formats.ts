/** What an export can write. */
export const EXPORT_FORMATS = ['markdown', 'json', 'wxr', 'html'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What only some formats can take into account. */
export type FormatOption = 'source' | 'since' | 'revisions' | 'media';

/** HTML has its pictures anyhow; those of WXR are fetched by whoever imports it. */
export const FORMAT_OPTIONS: Readonly<Record<ExportFormat, readonly FormatOption[]>> = {
  markdown: ['source', 'since', 'media'],
  json: ['since', 'revisions', 'media'],
  wxr: ['since'],
  html: [],
};
