import type { ImportProblem } from './item.js';
import type { ListedItem } from './source.js';

/** Counts by outcome. */
export interface Tally {
  created: number;
  updated: number;
  unchanged: number;
}

/** Result of an import, with an entry for every problem. */
export interface ImportReport {
  source: string;
  profile: string;
  /**
   * Number of files or posts found. The sum of articles, categories, redirects, synonyms, promotions, skipped,
   * listed and problems, those beyond the limit and, for a folder, media and other files.
   */
  files: number;
  articles: Tally;
  /** Index files. Categories without a page of their own are counted separately. */
  categories: Tally;
  generatedCategories: Tally;
  redirects: Tally;
  /** Synonyms and promotions, JSON exports only. */
  synonyms: Tally;
  promotions: Tally;
  /** Files that are not pages, e.g. a license next to the content, and items removed by a callback. */
  skipped: string[];
  /** Files of a folder that were not imported: no pages, and not shown by any. Folders that are not read end in `/`. */
  otherFiles: string[];
  /** Items of types that have no counterpart here. */
  listed: ListedItem[];
  beyondLimit: number;
  /** Comments on pages, which are not imported. */
  comments: number;
  problems: ImportProblem[];
  /** Differences between the source and the import, with advice. */
  warnings: { key: string; message: string }[];
  /** Pages with constructs that only the source's generator understands. They are shown unchanged, or were removed. */
  templateTags: { key: string; tags: string[] }[];
  /** Items edited here since the last import; the source's change was not applied. */
  edited: string[];
  links: {
    resolved: number;
    external: number;
    /** Links to images and downloads; see `media` for their import. */
    assets: number;
    unresolved: { key: string; link: string; line: number; reason: string }[];
    /** Links to an existing page without the heading. */
    brokenFragments: { key: string; link: string }[];
  };
  /** Images and downloads. In a folder they are among its files; in a WordPress export they are its redirects. */
  media: Tally & {
    /** Images and downloads among the other files: media were not requested, or no page shows them. */
    left: number;
    /** Missing files; texts keep linking to their original location. */
    linked: { key: string; link: string }[];
  };
  dryRun: boolean;
  /** True if the import was aborted; running it again continues. */
  interrupted: boolean;
}

function emptyTally(): Tally {
  return { created: 0, updated: 0, unchanged: 0 };
}

/** Creates an empty report. */
export function emptyReport(of: Pick<ImportReport, 'source' | 'profile' | 'files' | 'dryRun'>): ImportReport {
  return {
    ...of,
    articles: emptyTally(),
    categories: emptyTally(),
    generatedCategories: emptyTally(),
    redirects: emptyTally(),
    synonyms: emptyTally(),
    promotions: emptyTally(),
    skipped: [],
    otherFiles: [],
    listed: [],
    beyondLimit: 0,
    comments: 0,
    templateTags: [],
    problems: [],
    warnings: [],
    edited: [],
    media: { ...emptyTally(), left: 0, linked: [] },
    links: { resolved: 0, external: 0, assets: 0, unresolved: [], brokenFragments: [] },
    interrupted: false,
  };
}
