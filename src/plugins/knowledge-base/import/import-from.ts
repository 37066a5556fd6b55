import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HostError, type OwnedHooks } from '../../../index.js';
import { invalidParam } from '../errors.js';
import { JSON_FILE, JSON_FORMAT } from '../json/records.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import type { ImportFormat } from './formats.js';
import { HTML_PAGES } from './html/html-pages.js';
import { type ImportMap, resolveMap } from './import-map.js';
import type { ImportItem } from './item.js';
import { openMediaFolder } from './media/source-files.js';
import type { ProfileName } from './profiles/profile.js';
import type { ImportReport } from './report.js';
import { type ImportOptions, runImport, stepsOf } from './run-import.js';
import {
  type ImportSource,
  isPageOf,
  MARKDOWN_PAGES,
  type PageFormat,
  readSource,
  type SourceOptions,
} from './source.js';
import { walkFolder } from './walk-folder.js';
import { WXR_MAPPING, WXR_PROFILE_MAPPINGS, WXR_PROFILES, type WxrMapping, type WxrProfile } from './wxr/mapping.js';
import { readWxrSource } from './wxr/wxr-source.js';
import { readZendeskSource } from './zendesk/zendesk-source.js';

export interface ImportRequest
  extends Omit<ImportOptions, 'source' | 'hooks' | 'mapped'>,
    Pick<SourceOptions, 'defaultLocale'> {
  /** Whose conventions the source follows. */
  readonly profile?: 'auto' | ProfileName | WxrProfile | undefined;
  /** Folder of Markdown or of HTML, file of a WordPress export, file or folder of one of ours, or either with answers of Zendesk. */
  readonly path: string;
  /** What is there; a folder holds Markdown, or HTML where there is none, and a file is an export. */
  readonly from?: ImportFormat | undefined;
  /** What its words mean here; not for JSON, which says so itself. */
  readonly map?: ImportMap | undefined;
  /** Folder with the pictures and downloads of an export of WordPress, or of one of ours without its folder. */
  readonly mediaFolder?: string | undefined;
  /** At most so many articles, the first ones of the source; importing more later goes on from there. */
  readonly limit?: number | undefined;
  /** Told how many steps there are, when the source has been read. */
  readonly onStart?: ((steps: number) => void) | undefined;
}

/** Reads a source and imports what is in it. */
export async function importFrom(
  kb: KnowledgeBase,
  hooks: Pick<OwnedHooks, 'applyFiltersAsync' | 'doActionAsync'>,
  { path, from = 'auto', profile, defaultLocale, mediaFolder, map, limit, onStart, ...options }: ImportRequest,
): Promise<ImportReport> {
  const { format, file, folder } = await formatOf(path, from);
  if (format === 'json') {
    if (map)
      throw invalidParam('map', 'A map is for folders and exports of WordPress: JSON names what is here itself.');
    const { importJson } = await import('../json/import-json.js');
    const beside = mediaFolder ?? folder;
    const files = beside === null ? null : await openMediaFolder(beside);
    return importJson(kb, hooks, file, { ...options, files, limit, onStart });
  }
  if (profile !== undefined && isWxrProfile(profile) && format !== 'wxr') {
    throw invalidParam('profile', `"${profile}" is a profile of WordPress exports, and this is none.`);
  }
  const mapped = map && (await resolveMap(kb, map));
  const info = { source: options.name, dryRun: options.dryRun ?? false };
  const filter = (item: ImportItem) => hooks.applyFiltersAsync('vendor_kb_import_item', item, info);
  const whole =
    format === 'zendesk'
      ? await readZendeskSource(path, {
          name: options.name,
          siteLocale: kb.site.locale,
          segments: map?.segments ?? {},
          filter,
        })
      : format === 'wxr'
        ? await readWxrSource(path, {
            name: options.name,
            siteLocale: kb.site.locale,
            files: mediaFolder === undefined ? null : await openMediaFolder(mediaFolder),
            skipMedia: options.media === 'skip',
            mapping: await hooks.applyFiltersAsync('vendor_kb_import_mappers', withMap(mappingOf(profile), map), info),
            filter,
          })
        : await readSource(path, {
            name: options.name,
            map,
            pages: format === 'html' ? HTML_PAGES : MARKDOWN_PAGES,
            ...(profile && !isWxrProfile(profile) && { profile }),
            ...(defaultLocale && { defaultLocale }),
            filter,
          });
  try {
    if (format === 'markdown') assertHasPages(whole, options.name, MARKDOWN_PAGES);
    if (format === 'html') assertHasPages(whole, options.name, HTML_PAGES);
    const source = limit === undefined ? whole : limited(whole, limit);
    onStart?.(stepsOf(source));
    return await runImport(kb, { ...options, mapped, hooks, source });
  } finally {
    await whole.close?.();
  }
}

/** @throws HostError 422 `vendor_kb_import_empty` for what has not even a page that cannot be read */
function assertHasPages({ items, problems, skipped }: ImportSource, folder: string, pages: PageFormat): void {
  if (items.length + problems.length + skipped.length > 0) return;
  const endings = new Intl.ListFormat('en', { type: 'disjunction' }).format(pages.endings);
  const message =
    `There is no ${pages.name} in "${folder}": no file that ends in ${endings} was found in it or below it. ` +
    'Name the folder that holds the pages; for an export of WordPress, JSON or Zendesk, name its file.';
  throw new HostError('vendor_kb_import_empty', message, { status: 422 });
}

/** How an export of ours begins. */
const EXPORT = new RegExp(`^\\uFEFF?\\s*\\{\\s*"format"\\s*:\\s*"${JSON_FORMAT}"`);

function isWxrProfile(profile: string): profile is WxrProfile {
  return WXR_PROFILES.some((known) => known === profile);
}

function mappingOf(profile: ImportRequest['profile']): WxrMapping {
  return profile !== undefined && isWxrProfile(profile) ? WXR_PROFILE_MAPPINGS[profile] : WXR_MAPPING;
}

function withMap(mapping: WxrMapping, map: ImportMap | undefined): WxrMapping {
  const { types, taxonomies } = mapping;
  return { ...mapping, types: { ...types, ...map?.types }, taxonomies: { ...taxonomies, ...map?.taxonomies } };
}

/** All categories and the first articles; what leads to others would lead nowhere yet. */
function limited(source: ImportSource, limit: number): ImportSource {
  const articles = new Set(source.items.filter(({ kind }) => kind === 'article').slice(0, limit));
  const items = source.items.filter((item) => item.kind === 'category' || articles.has(item));
  return { ...source, items, beyondLimit: source.items.length - items.length };
}

/** What a path holds. */
interface Found {
  readonly format: Exclude<ImportFormat, 'auto'>;
  /** The document; of a folder of pages, or of answers, the folder. */
  readonly file: string;
  /** The folder that an export of ours is in with its files. */
  readonly folder: string | null;
}

async function formatOf(path: string, from: ImportFormat): Promise<Found> {
  const found = await stat(path).catch(() => undefined);
  const own = join(path, JSON_FILE);
  const isOwn = found?.isDirectory() && ['auto', 'json'].includes(from) && (await isExport(own));
  if (isOwn) return { format: 'json', file: own, folder: path };
  const format = from === 'auto' ? (found?.isFile() ? await formatOfFile(path) : await formatOfFolder(path)) : from;
  if (format === 'markdown' || format === 'html' || (format === 'zendesk' && found) || found?.isFile()) {
    return { format, file: path, folder: null };
  }
  const message = found
    ? `"${path}" is a folder. Give the path of the file that was exported.`
    : `There is no file at "${path}". Give the path of the file that was exported.`;
  throw new HostError('vendor_kb_import_source_missing', message, { status: 404, path });
}

/** What lies in a folder of Markdown beside it is part of its site, so HTML is pages only where there is no Markdown. */
async function formatOfFolder(path: string): Promise<'html' | 'markdown'> {
  const { files } = await walkFolder(path);
  return !files.some(isPageOf(MARKDOWN_PAGES)) && files.some(isPageOf(HTML_PAGES)) ? 'html' : 'markdown';
}

/** JSON begins with an object, or with a list that its reader refuses; XML with an element. */
async function formatOfFile(path: string): Promise<'json' | 'wxr'> {
  return /^\uFEFF?\s*[{[]/.test(await beginningOf(path)) ? 'json' : 'wxr';
}

async function isExport(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true && EXPORT.test(await beginningOf(path));
}

async function beginningOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
