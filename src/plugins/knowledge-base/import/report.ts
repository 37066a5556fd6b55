import type { ImportProblem } from './item.js';

/** How many things of one kind an import made, changed and left alone. */
export interface Tally {
  created: number;
  updated: number;
  unchanged: number;
}

/** What became of every file and every link. */
export interface ImportReport {
  source: string;
  profile: string;
  /** Markdown files found: the sum of articles, categories, redirects, skipped and problems. */
  files: number;
  articles: Tally;
  /** Index files; categories made for folders without one are counted apart. */
  categories: Tally;
  generatedCategories: Tally;
  redirects: Tally;
  /** Markdown files that are no pages, such as a licence beside the content. */
  skipped: string[];
  problems: ImportProblem[];
  /** What was imported otherwise than the source had it, with what to do about it. */
  warnings: { key: string; message: string }[];
  /** Imported things that somebody changed here since; the source's change was not applied. */
  edited: string[];
  links: {
    resolved: number;
    external: number;
    /** Images and downloads, which stay as they are. */
    assets: number;
    unresolved: { key: string; link: string; line: number; reason: string }[];
    /** The page is there, the heading is not. */
    brokenFragments: { key: string; link: string }[];
  };
  dryRun: boolean;
  /** Stopped before the end; running again goes on where it stopped. */
  interrupted: boolean;
}

export function emptyTally(): Tally {
  return { created: 0, updated: 0, unchanged: 0 };
}
