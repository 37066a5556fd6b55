/** Export formats. */
export const EXPORT_FORMATS = ['markdown', 'json', 'wxr', 'html'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Options supported only by some formats. */
export type FormatOption = 'source' | 'since' | 'revisions' | 'media';

/** HTML always includes its images. WXR images are fetched by the importing site. */
export const FORMAT_OPTIONS: Readonly<Record<ExportFormat, readonly FormatOption[]>> = {
  markdown: ['source', 'since', 'media'],
  json: ['since', 'revisions', 'media'],
  wxr: ['since'],
  html: [],
};
