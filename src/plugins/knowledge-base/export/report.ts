/** What became of everything that was to be exported. */
export interface ExportReport {
  /** Where it was written. */
  destination: string;
  articles: number;
  /** Pages of categories; a category that a folder alone expresses has none. */
  categories: number;
  /** Redirect-only files that an import brought. */
  redirects: number;
  files: number;
  /** What the format cannot say, with the file it is about. */
  warnings: { path: string; message: string }[];
  /** Stopped before the end: nothing was written. */
  interrupted: boolean;
}

/** One file of an export, as callbacks see it. */
export interface ExportFile {
  /** Posix, relative to the destination. */
  path: string;
  text: string;
}
