import type { OwnedHooks } from '../../../../hooks.js';
import { HostError } from '../../../../index.js';
import { invalidParam } from '../../domain/errors.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { isArchive, unpack } from './archive/unpack.js';
import { type DetectedSource, findSource, findUnpacked } from './find-source.js';
import type { ImportFormat } from './formats.js';
import { HTML_PAGES } from './html/html-pages.js';
import { type ImportMap, resolveMap } from './import-map.js';
import type { ImportOptions } from './import-run.js';
import type { ImportItem } from './item.js';
import { openMediaFolder } from './media/source-files.js';
import { inOwnFolder } from './own-folder.js';
import type { ProfileName } from './profiles/profile.js';
import type { ImportReport } from './report.js';
import { runImport, stepsOf } from './run-import.js';
import { type ImportSource, MARKDOWN_PAGES, type PageFormat, readSource, type SourceOptions } from './source.js';
import { WXR_MAPPING, WXR_PROFILE_MAPPINGS, WXR_PROFILES, type WxrMapping, type WxrProfile } from './wxr/mapping.js';
import { readWxrSource } from './wxr/wxr-source.js';
import { readZendeskSource } from './zendesk/zendesk-source.js';

export interface ImportRequest
  extends Omit<ImportOptions, 'source' | 'hooks' | 'mapped'>,
    Pick<SourceOptions, 'defaultLocale'> {
  /** Profile of the source. */
  readonly profile?: 'auto' | ProfileName | WxrProfile | undefined;
  /**
   * Path of the source. A folder of Markdown or HTML, a WordPress export file, a file or folder of a JSON export or
   * of Zendesk responses, or a zip of any of them.
   */
  readonly path: string;
  /**
   * Format of the source. `auto` reads a folder as Markdown, or as HTML if it contains no Markdown, and a file as an
   * export.
   */
  readonly from?: ImportFormat | undefined;
  /** Mapping of the source's terms; not allowed for JSON. */
  readonly map?: ImportMap | undefined;
  /** Folder with the media of a WordPress or JSON export. */
  readonly mediaFolder?: string | undefined;
  /** Maximum number of articles, in source order. A later import with a higher limit continues from there. */
  readonly limit?: number | undefined;
  /** Called with the number of steps once the source was read. */
  readonly onStart?: ((steps: number) => void) | undefined;
}

type Hooks = Pick<OwnedHooks, 'applyFiltersAsync' | 'doActionAsync'>;

/**
 * Reads a source, unpacking it if necessary, and imports it.
 * @throws HostError errors of `unpack`, `findSource` and the readers of each format
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
  { format, path, folder }: DetectedSource,
): Promise<ImportReport> {
  const filesIn = mediaFolder ?? folder;
  const files = filesIn === null ? null : await openMediaFolder(filesIn);
  if (format === 'json') {
    if (map)
      throw invalidParam('map', 'Maps are for folders and WordPress exports. JSON exports name local items directly.');
    const { importJson } = await import('../json/import-json.js');
    return importJson(kb, hooks, path, { ...options, files, limit, onStart });
  }
  if (profile !== undefined && isWxrProfile(profile) && format !== 'wxr') {
    throw invalidParam('profile', `The profile "${profile}" requires a WordPress export.`);
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

/** @throws HostError 422 `vendor_kb_import_empty` if no page was found, not even an invalid one */
function assertHasPages({ items, problems, skipped }: ImportSource, folder: string, pages: PageFormat): void {
  if (items.length + problems.length + skipped.length > 0) return;
  const endings = new Intl.ListFormat('en', { type: 'disjunction' }).format(pages.endings);
  const message =
    `No ${pages.name} found in "${folder}" or its subfolders: no file ends in ${endings}. ` +
    'Enter the folder with the pages. For an export of WordPress, JSON or Zendesk, enter its file.';
  throw new HostError('vendor_kb_import_empty', message, { status: 422 });
}

function isWxrProfile(profile: string): profile is WxrProfile {
  return WXR_PROFILES.some((candidate) => candidate === profile);
}

function mappingOf(profile: ImportRequest['profile']): WxrMapping {
  return profile !== undefined && isWxrProfile(profile) ? WXR_PROFILE_MAPPINGS[profile] : WXR_MAPPING;
}

function withMap(mapping: WxrMapping, map: ImportMap | undefined): WxrMapping {
  const { types, taxonomies } = mapping;
  return { ...mapping, types: { ...types, ...map?.types }, taxonomies: { ...taxonomies, ...map?.taxonomies } };
}

/** Keeps all categories and the first articles. Redirects are left out, because their targets may be missing. */
function limited(source: ImportSource, limit: number): ImportSource {
  const articles = new Set(source.items.filter(({ kind }) => kind === 'article').slice(0, limit));
  const items = source.items.filter((item) => item.kind === 'category' || articles.has(item));
  return { ...source, items, beyondLimit: source.items.length - items.length };
}
