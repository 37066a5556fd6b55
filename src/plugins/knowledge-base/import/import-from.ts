import { HostError, type OwnedHooks } from '../../../index.js';
import { invalidParam } from '../errors.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { isArchive, unpack } from './archive/unpack.js';
import { type FoundSource, findSource, findUnpacked } from './find-source.js';
import type { ImportFormat } from './formats.js';
import { HTML_PAGES } from './html/html-pages.js';
import { type ImportMap, resolveMap } from './import-map.js';
import type { ImportItem } from './item.js';
import { openMediaFolder } from './media/source-files.js';
import { inOwnFolder } from './own-folder.js';
import type { ProfileName } from './profiles/profile.js';
import type { ImportReport } from './report.js';
import { type ImportOptions, runImport, stepsOf } from './run-import.js';
import { type ImportSource, MARKDOWN_PAGES, type PageFormat, readSource, type SourceOptions } from './source.js';
import { WXR_MAPPING, WXR_PROFILE_MAPPINGS, WXR_PROFILES, type WxrMapping, type WxrProfile } from './wxr/mapping.js';
import { readWxrSource } from './wxr/wxr-source.js';
import { readZendeskSource } from './zendesk/zendesk-source.js';

export interface ImportRequest
  extends Omit<ImportOptions, 'source' | 'hooks' | 'mapped'>,
    Pick<SourceOptions, 'defaultLocale'> {
  /** Whose conventions the source follows. */
  readonly profile?: 'auto' | ProfileName | WxrProfile | undefined;
  /** Folder of Markdown or of HTML, file of a WordPress export, file or folder of one of ours, either with answers of Zendesk, or a zip of any. */
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

type Hooks = Pick<OwnedHooks, 'applyFiltersAsync' | 'doActionAsync'>;

/**
 * Reads a source and imports what is in it; of a zip, what it holds.
 * @throws HostError what `unpack`, `findSource` and the readers of each format throw
 */
export async function importFrom(kb: KnowledgeBase, hooks: Hooks, request: ImportRequest): Promise<ImportReport> {
  const { path, from = 'auto' } = request;
  if (!(await isArchive(path))) return importFound(kb, hooks, request, await findSource(path, from));
  return inOwnFolder(async (folder) =>
    importFound(kb, hooks, request, await findUnpacked(await unpack(path, folder), from)),
  );
}

async function importFound(
  kb: KnowledgeBase,
  hooks: Hooks,
  { path: _, from: _from, profile, defaultLocale, mediaFolder, map, limit, onStart, ...options }: ImportRequest,
  { format, path, folder }: FoundSource,
): Promise<ImportReport> {
  const filesIn = mediaFolder ?? folder;
  const files = filesIn === null ? null : await openMediaFolder(filesIn);
  if (format === 'json') {
    if (map)
      throw invalidParam('map', 'A map is for folders and exports of WordPress: JSON names what is here itself.');
    const { importJson } = await import('../json/import-json.js');
    return importJson(kb, hooks, path, { ...options, files, limit, onStart });
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
            files,
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
