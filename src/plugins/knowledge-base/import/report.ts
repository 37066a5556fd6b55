import type { ImportProblem } from './item.js';
import type { ListedItem } from './source.js';

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
  /**
   * Files or posts found: the sum of articles, categories, redirects, synonyms, promotions, skipped, listed, problems, those beyond the limit
   * and, of a folder, media.
   */
  files: number;
  articles: Tally;
  /** Index files; categories without a page of their own are counted apart. */
  categories: Tally;
  generatedCategories: Tally;
  redirects: Tally;
  /** Words that mean the same in searches, and what comes first for them: of an export as JSON. */
  synonyms: Tally;
  promotions: Tally;
  /** What is no page, such as a licence beside the content, or was left out by a callback. */
  skipped: string[];
  /** What is something else there than a page, and nothing here. */
  listed: ListedItem[];
  beyondLimit: number;
  /** Comments on pages, which are not imported. */
  comments: number;
  problems: ImportProblem[];
  /** What was imported otherwise than the source had it, with what to do about it. */
  warnings: { key: string; message: string }[];
  /** Pages with tags that only the generator of the source understands: they are shown as code, or as they are. */
  templateTags: { key: string; tags: string[] }[];
  /** Imported things that somebody changed here since; the source's change was not applied. */
  edited: string[];
  links: {
    resolved: number;
    external: number;
    /** To images and downloads; `media` says what became of them. */
    assets: number;
    unresolved: { key: string; link: string; line: number; reason: string }[];
    /** The page is there, the heading is not. */
    brokenFragments: { key: string; link: string }[];
  };
  /** Pictures and downloads; those of a folder are among its files, those of a site were its redirects. */
  media: Tally & {
    /** Files of a folder that stay there: it was not asked for them, or no page shows them. */
    left: number;
    /** What was asked for and is not at hand: texts go on leading to where it is. */
    linked: { key: string; link: string }[];
  };
  dryRun: boolean;
  /** Stopped before the end; running again goes on where it stopped. */
  interrupted: boolean;
}

function emptyTally(): Tally {
  return { created: 0, updated: 0, unchanged: 0 };
}

/** A report of nothing yet. */
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
