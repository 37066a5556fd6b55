import path from 'node:path';
import { HostError } from '../../../index.js';
import { arrangeItems, placeOf } from './arrange-items.js';
import { buildItem, type SourceContext, slugOf } from './build-item.js';
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

/** How pages of a folder are told and read. */
export interface PageFormat {
  /** As people call it. */
  readonly name: string;
  /** Of the names of their files. */
  readonly endings: readonly string[];
  parse(text: string): FrontMatter;
  /** @param wanted the profile that somebody named */
  detect(keys: readonly string[], wanted?: 'auto' | ProfileName): DetectedProfile;
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
  /** Default Markdown. */
  pages?: PageFormat;
  profile?: 'auto' | ProfileName;
  /** Slug of the root category; default the folder's name. */
  name?: string;
  /** Locale of pages whose path names none, and of addresses without prefix; default `en`, if the source has it. */
  defaultLocale?: string;
  /** What its keys mean here. */
  map?: ImportMap | undefined;
  /** Bytes that one file may have; default 2 MB. */
  maxBytes?: number;
  /** What becomes of each item before anything else is made of it; null leaves it out. */
  filter?: ((item: ImportItem) => Promise<ImportItem | null>) | undefined;
}

/** Something of a source that is nothing here. */
export interface ListedItem {
  key: string;
  /** What it is there. */
  type: string;
  title: string;
}

export interface ImportSource {
  profile: ProfileName | 'html' | 'wordpress' | 'zendesk';
  contentRoot: string;
  defaultLocale: string;
  /** Parents before their children. */
  items: ImportItem[];
  /** Pages that could not be read, one entry each. */
  problems: ImportProblem[];
  /** What is no page of the source, such as a LICENSE.md beside `content/`, and what callbacks left out. */
  skipped: string[];
  /** Every other file, for images and downloads. */
  otherFiles: string[];
  /** Pictures and downloads that are counted among its files. */
  mediaFiles?: string[];
  /** What reads them. */
  files?: SourceFiles | null;
  /** Files or posts found: always items that are not generated + problems + skipped + listed + media files. */
  fileCount: number;
  /** What is something else than a page, one entry each. */
  listed?: ListedItem[];
  /** Articles and redirects that were left for another time. */
  beyondLimit?: number;
  /** What is imported otherwise than the source has it. */
  warnings?: { readonly key: string; readonly message: string }[];
  /** Comments on its pages, which are not imported. */
  comments?: number;
  /** Where it was published: absolute links there are links within it. */
  baseUrls?: string[];
  /** Where files and pages that were not imported still are: relative links lead there. */
  home?: string | null;
  /** One form for all spellings of an address of its site, where that takes more than `normalizeAddress`. */
  addressOf?(address: string): string;
  /** The item with its text, where texts do not stand in memory. */
  load?(item: ImportItem): Promise<ImportItem>;
  /** Gives back what reading it took. */
  close?(): Promise<void>;
}

/** What the text of one page may have. */
export const MAX_BYTES = 2 * 1024 * 1024;

/**
 * Reads a folder of pages into items, without touching any database. A file that cannot be read is a problem
 * in the result and never stops the others.
 * @throws HostError `vendor_kb_import_source_missing` (404)
 */
export async function readSource(folder: string, options: SourceOptions = {}): Promise<ImportSource> {
  const { root, files, refused } = await walkFolder(folder);
  const { pages = MARKDOWN_PAGES } = options;
  const isPage = isPageOf(pages);
  const isCounted = (key: string): boolean => isPage(key) || MEDIA_FILE.test(key);
  const keys = files.filter(isPage);
  const mediaFiles = files.filter((key) => MEDIA_FILE.test(key));
  const { profile, contentRoot } = pages.detect(files, options.profile);
  const placed = keys.map((key) => ({ key, place: profile.place(key, contentRoot) }));
  const defaultLocale =
    options.defaultLocale ?? chooseDefault(placed.flatMap(({ place }) => (place ? [place.locale] : [])));
  const context: SourceContext = { profile, defaultLocale, rootSlug: slugOf(options.name ?? path.basename(root)) };

  const found: ImportItem[] = [];
  const skipped: string[] = [];
  const problems: ImportProblem[] = refused.filter(isCounted).map(refusedLink);
  for (const { key, place } of placed) {
    if (!place) {
      skipped.push(key);
      continue;
    }
    try {
      const text = await readText(path.join(root, key), options.maxBytes ?? MAX_BYTES);
      const matter = pages.parse(text);
      const data = options.map ? renameKeys(matter.data, options.map) : matter.data;
      const built = buildItem(key, { ...matter, data }, place, context);
      const item = options.filter ? await options.filter(built) : built;
      if (item) found.push(item);
      else skipped.push(key);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      problems.push({ key, code: error.code, message: error.message });
    }
  }
  const described = profile.name === 'docusaurus' ? files.filter((key) => CATEGORY_FILE.test(key)) : [];
  let damaged = 0;
  for (const key of described) {
    const place = profile.place(`${key.slice(0, key.lastIndexOf('/') + 1)}page.md`, contentRoot);
    if (!place) continue;
    try {
      const category = categoryFile(key, await readText(path.join(root, key), MAX_BYTES), place, context);
      if (!found.some((item) => item.kind === 'category' && placeOf(item) === placeOf(category))) found.push(category);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      problems.push({ key, code: error.code, message: error.message });
      damaged += 1;
    }
  }
  const arranged = arrangeItems(found, context.rootSlug);
  return {
    profile: profile.name,
    contentRoot,
    defaultLocale,
    items: arranged.items,
    problems: [...problems, ...arranged.problems],
    skipped,
    otherFiles: files.filter((key) => !isPage(key)),
    mediaFiles,
    files: createSourceFiles(root, files),
    warnings: found.filter(({ isAccessUnclear }) => isAccessUnclear).map(unclearAccess),
    fileCount: keys.length + refused.filter(isCounted).length + damaged + mediaFiles.length,
  };
}

/** English when the source has it or has pages that name no locale, else the first locale there is. */
export function chooseDefault(locales: readonly (string | undefined)[]): string {
  const present = [...new Set(locales)].filter((locale) => locale !== undefined).sort();
  const named = present.length > 0 && !locales.includes(undefined) && !present.includes('en');
  return named ? (present[0] ?? 'en') : 'en';
}

function unclearAccess({ key }: ImportItem): { key: string; message: string } {
  const message =
    'What its "access" means is not clear, so that nobody may read it. Write a mode such as logged_in, or a rule with all that belongs to it.';
  return { key, message };
}

function refusedLink(key: string): ImportProblem {
  const message = 'The file is a symbolic link that leads out of the folder. Copy the file into the folder instead.';
  return { key, code: 'vendor_kb_import_invalid', message };
}
