/** What became of everything that was to be exported. */
export interface ExportReport {
  /** Where it was written. */
  destination: string;
  articles: number;
  /** Pages of categories; a category that a folder alone expresses has none. */
  categories: number;
  /** Redirect-only files that an import brought. */
  redirects: number;
  /** Groups of synonyms, and queries for which something comes first: of JSON. */
  synonyms: number;
  promotions: number;
  /** Earlier versions of articles. */
  revisions: number;
  files: number;
  /** Pictures and attachments among them. */
  media: number;
  /** What the format cannot say, with the file it is about. */
  warnings: { path: string; message: string }[];
  /** Stopped before the end: nothing was written. */
  interrupted: boolean;
}

export function emptyReport(): ExportReport {
  return {
    ...{ destination: '', articles: 0, categories: 0, redirects: 0, synonyms: 0, promotions: 0 },
    ...{ revisions: 0, files: 0, media: 0 },
    ...{ warnings: [], interrupted: false },
  };
}

/** One file of an export, as callbacks see it. */
export interface ExportFile {
  /** Posix, relative to the destination. */
  path: string;
  text: string;
}
