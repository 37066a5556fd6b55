/** Result of an export. */
export interface ExportReport {
  /** Path that was written. */
  destination: string;
  articles: number;
  /** Category pages; a category expressed only by its folder has none. */
  categories: number;
  /** Imported redirect-only files. */
  redirects: number;
  /** Synonym groups and promotions, JSON only. */
  synonyms: number;
  promotions: number;
  /** Article versions. */
  revisions: number;
  files: number;
  /** Images and attachments, included in `files`. */
  media: number;
  /** Content that the format cannot express, with its file. */
  warnings: { path: string; message: string }[];
  /** True if the export was aborted; nothing was written. */
  interrupted: boolean;
}

export function emptyReport(): ExportReport {
  return {
    destination: '',
    articles: 0,
    categories: 0,
    redirects: 0,
    synonyms: 0,
    promotions: 0,
    revisions: 0,
    files: 0,
    media: 0,
    warnings: [],
    interrupted: false,
  };
}

/** File of an export as passed to callbacks. */
export interface ExportFile {
  /** POSIX path relative to the destination. */
  path: string;
  text: string;
}
