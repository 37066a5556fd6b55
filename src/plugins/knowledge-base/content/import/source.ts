import path from 'node:path';
import { HostError } from '../../../../index.js';
import { arrangeItems, placeOf } from './arrange-items.js';
import { type SourceContext, slugOf } from './build-item.js';
import { buildItems, type SourcePage } from './build-items.js';
import { convertPage, plainPage } from './constructs/convert-page.js';
import { type FrontMatter, parseFrontMatter } from './front-matter.js';
import { type ImportMap, renameKeys } from './import-map.js';
import type { ImportItem, ImportProblem } from './item.js';
import { MEDIA_FILE } from './media/media-mode.js';
import { createSourceFiles, type SourceFiles } from './media/source-files.js';
import { CATEGORY_FILE, categoryFile } from './profiles/category-file.js';
import { type DetectedProfile, detectProfile } from './profiles/detect.js';
import type { ProfileName } from './profiles/profile.js';
import { readText } from './read-text.js';
import { walkFolder } from './walk-folder.js';

/** Page format of a folder: detection and parsing. */
export interface PageFormat {
  /** Display name. */
  readonly name: string;
  /** File extensions. */
  readonly endings: readonly string[];
  parse(text: string): FrontMatter;
  /** @param requested profile chosen by the user */
  detect(keys: readonly string[], requested?: 'auto' | ProfileName): DetectedProfile;
}

export const MARKDOWN_PAGES: PageFormat = {
  name: 'Markdown',
  endings: ['.md', '.mdx', '.markdown'],
  parse: parseFrontMatter,
  detect: detectProfile,
};

export const isPageOf =
  ({ endings }: PageFormat) =>
  (key: string): boolean =>
    endings.some((ending) => key.toLowerCase().endsWith(ending));

export interface SourceOptions {
  /**
   * Page format.
   * @default Markdown
   */
  pages?: PageFormat;
  profile?: 'auto' | ProfileName;
  /**
   * Slug of the root category.
   * @default the folder's name
   */
  name?: string;
  /**
   * Locale of pages without one in their path, and of URLs without prefix.
   * @default `en` if the source has it or has pages without a locale, else its first locale
   */
  defaultLocale?: string;
  /** Mapping of front matter keys. */
  map?: ImportMap | undefined;
  /**
   * Maximum size of a file in bytes.
   * @default 2 MB
   */
  maxBytes?: number;
  /** Filters each item before it is processed further; null removes it. */
  filter?: ((item: ImportItem) => Promise<ImportItem | null>) | undefined;
}

/** Item of a type that has no counterpart here. */
export interface ListedItem {
  key: string;
  /** Type in the source. */
  type: string;
  title: string;
}

export interface ImportSource {
  profile: ProfileName | 'html' | 'wordpress' | 'zendesk';
  contentRoot: string;
  defaultLocale: string;
  /** Parents before their children. */
  items: ImportItem[];
  /** Unreadable pages, one entry each. */
  problems: ImportProblem[];
  /** Files that are not pages, e.g. a LICENSE.md next to `content/`, and items removed by callbacks. */
  skipped: string[];
  /** All other files: images, downloads, and files without a meaning here. */
  otherFiles: string[];
  /** Files and folders that are not read: dot files, symbolic links to folders. Folders end in `/`. */
  ignoredFiles?: string[];
  /** Access to the files. */
  files?: SourceFiles | null;
  /** Files or posts found: always non-generated items + problems + skipped + listed + other and ignored files. */
  fileCount: number;
  /** Items that are not pages, one entry each. */
  listed?: ListedItem[];
  /** Number of articles and redirects beyond the limit. */
  beyondLimit?: number;
  /** Differences between the source and the import. */
  warnings?: { readonly key: string; readonly message: string }[];
  /** Comments on pages, which are not imported. */
  comments?: number;
  /** URLs of the source site; absolute links that begin with them are internal. */
  baseUrls?: string[];
  /** Base URL for relative links to files and pages that were not imported. */
  home?: string | null;
  /** Normalizes a URL of the source site, if `normalizeAddress` is not enough. */
  addressOf?(address: string): string;
  /** Loads the text of an item, if texts are not kept in memory. */
  load?(item: ImportItem): Promise<ImportItem>;
  /** Releases resources used for reading. */
  close?(): Promise<void>;
}

/** Maximum size of a page in bytes. */
export const MAX_BYTES = 2 * 1024 * 1024;

/**
 * Reads a folder of pages into items, without using the database. An unreadable file becomes a problem in the result
 * and does not stop the others.
 * @throws HostError 404 `vendor_kb_import_source_missing`
 */
export async function readSource(folder: string, options: SourceOptions = {}): Promise<ImportSource> {
  const { root, files, refused, ignored } = await walkFolder(folder);
  const { pages = MARKDOWN_PAGES } = options;
  const keys = files.filter(isPageOf(pages));
  const { profile, contentRoot } = pages.detect(files, options.profile);
  const placed = keys.map((key) => ({ key, place: profile.place(key, contentRoot) }));
  const defaultLocale =
    options.defaultLocale ?? chooseDefault(placed.flatMap(({ place }) => (place ? [place.locale] : [])));
  const context: SourceContext = { profile, defaultLocale, rootSlug: slugOf(options.name ?? path.basename(root)) };

  const skipped: string[] = [];
  const isWanted = (key: string): boolean => isPageOf(pages)(key) || MEDIA_FILE.test(key);
  const problems: ImportProblem[] = refused.filter(isWanted).map(refusedLink);
  async function read<Result>(key: string, use: (text: string) => Promise<Result>): Promise<Result | null> {
    try {
      return await use(await readText(path.join(root, key), options.maxBytes ?? MAX_BYTES));
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      problems.push({ key, code: error.code, message: error.message });
      return null;
    }
  }

  const parsed: SourcePage[] = [];
  for (const { key, place } of placed) {
    if (place) {
      const page = await read(key, async (text) => {
        const matter = pages.parse(text);
        const data = options.map ? renameKeys(matter.data, options.map) : matter.data;
        return pages === MARKDOWN_PAGES
          ? convertPage({ ...matter, data }, key, profile.name)
          : plainPage({ ...matter, data });
      });
      if (page) parsed.push({ key, page, place });
    } else skipped.push(key);
  }
  const found: ImportItem[] = [];
  for (const item of buildItems(parsed, context)) {
    const filtered = options.filter ? await options.filter(item) : item;
    if (filtered) found.push(filtered);
    else skipped.push(item.key);
  }
  const described = profile.name === 'docusaurus' ? files.filter((key) => CATEGORY_FILE.test(key)) : [];
  for (const key of described) {
    const place = profile.place(`${key.slice(0, key.lastIndexOf('/') + 1)}page.md`, contentRoot);
    const category = place && (await read(key, async (text) => categoryFile(key, text, place, context)));
    if (category && !found.some((item) => item.kind !== 'redirect' && placeOf(item) === placeOf(category)))
      found.push(category);
  }
  const arranged = arrangeItems(found, context.rootSlug);
  const used = new Set([...found.map(({ key }) => key), ...problems.map(({ key }) => key)]);
  const otherFiles = files.filter((key) => !isPageOf(pages)(key));
  return {
    profile: profile.name,
    contentRoot,
    defaultLocale,
    items: arranged.items,
    problems: [...problems, ...arranged.problems],
    skipped,
    otherFiles: otherFiles.filter((key) => !used.has(key)),
    ignoredFiles: [...ignored, ...refused.filter((key) => !isWanted(key))],
    files: createSourceFiles(root, files),
    warnings: [...found.flatMap(notesOf), ...arranged.warnings],
    fileCount: files.length + refused.length + ignored.length,
  };
}

function notesOf({ key, notes = [] }: ImportItem): { key: string; message: string }[] {
  return notes.map((message) => ({ key, message }));
}

/** Chooses English if the source has it or has pages without a locale, else the first locale. */
export function chooseDefault(locales: readonly (string | undefined)[]): string {
  const present = [...new Set(locales)].filter((locale) => locale !== undefined).sort();
  const named = present.length > 0 && !locales.includes(undefined) && !present.includes('en');
  return named ? (present[0] ?? 'en') : 'en';
}

function refusedLink(key: string): ImportProblem {
  const message = 'The file is a symbolic link to a file outside the folder. Copy the file into the folder.';
  return { key, code: 'vendor_kb_import_invalid', message };
}
