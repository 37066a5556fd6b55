import { setImmediate as nextTurn } from 'node:timers/promises';
import { HostError, type OwnedHooks, type User } from '../../../index.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { checkLinksOf } from '../linking/check-links.js';
import { RATINGS_VERSION, refreshScores } from '../opinions/rating-figures.js';
import type { ImportRights } from './import-access.js';
import { importAttachments } from './import-attachments.js';
import { type ImportTarget, importArticle, importCategory } from './import-item.js';
import type { MappedIds } from './import-map.js';
import { importRedirect } from './import-redirect.js';
import { type ImportedItem, importedItem } from './imported-item.js';
import type { ImportItem, SourceState } from './item.js';
import { createItemIndex, type ItemIndex } from './links/item-index.js';
import { createLinkResolver, findFile, originsOf } from './links/resolve-links.js';
import type { MediaMode } from './media/media-mode.js';
import { createMediaTaker, type MediaTaker } from './media/take-media.js';
import { emptyReport, type ImportReport } from './report.js';
import { rewriteItem } from './rewrite-item.js';
import type { ImportSource } from './source.js';
import { attachmentsKey, createSources, type SourceRecord } from './sources.js';
import { templateTagsOf } from './template-tags.js';
import { withoutPassword } from './without-password.js';

/** What an import does with things that were imported before. */
export type UpdatePolicy = 'skip' | 'newer' | 'overwrite';

export interface ImportOptions extends ImportRights {
  readonly source: ImportSource;
  /** Name of the source: importing again under the same name finds what is there. */
  readonly name: string;
  /** Leave what exists, take what changed in the source, or undo local changes as well. */
  readonly update?: UpdatePolicy | undefined;
  /** Everything goes below this category. */
  readonly under?: number | undefined;
  /** Where the source was published: absolute links there are links within it. */
  readonly baseUrls?: readonly string[] | undefined;
  readonly author?: User | null | undefined;
  /** Whether HTML stays as it comes, default true: false for whoever may not store any. */
  readonly unfilteredHtml?: boolean | undefined;
  /** The state that new articles begin in, whatever theirs is in the source. */
  readonly status?: SourceState | undefined;
  /** What its categories and authors are here. */
  readonly mapped?: MappedIds | undefined;
  /** What becomes of its pictures and downloads; default `link`. */
  readonly media?: MediaMode | undefined;
  readonly dryRun?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Where others follow and change what is imported. */
  readonly hooks?: Pick<OwnedHooks, 'applyFiltersAsync' | 'doActionAsync'> | undefined;
  /** Told what became of each category and article, when it is so. */
  readonly onItem?: ((item: ImportedItem) => Promise<void>) | undefined;
  /** Called before each of `stepsOf(source)` steps. */
  readonly onStep?: (() => void) | undefined;
}

/** What the steps of one import share. */
export interface ImportRun extends Omit<ImportOptions, 'media'> {
  readonly kb: KnowledgeBase;
  readonly sources: ReturnType<typeof createSources>;
  /** What the book of sources said of the items when the import began. */
  readonly known: ReadonlyMap<string, SourceRecord>;
  /** The items by their keys and addresses. */
  readonly index: ItemIndex;
  /** Where the source was published. */
  readonly origins: ReadonlySet<string>;
  readonly media: MediaTaker;
  /** What became of each item, by its key. */
  readonly targets: Map<string, ImportTarget>;
  readonly report: ImportReport;
}

/**
 * Imports what was read from a folder. Pass 1 creates or updates things, each in one transaction with its entry in
 * the book of sources; pass 2 rewrites links, when every target has its address. A kill leaves whole things only,
 * and running again completes them; running again after the end changes nothing.
 */
export async function runImport(kb: KnowledgeBase, options: ImportOptions): Promise<ImportReport> {
  const { source, name } = options;
  const report = reportOf(options);
  const sources = createSources(kb.db, name);
  const articles = source.items.filter(({ kind }) => kind === 'article');
  const keys = [...source.items.map(({ key }) => key), ...articles.map(({ key }) => attachmentsKey(key))];
  const known = await sources.find(keys);
  const index = createItemIndex(source);
  const targets: ImportRun['targets'] = new Map();
  const { media = 'link', author = null, dryRun = false, update } = options;
  const run: ImportRun = {
    ...options,
    ...{ kb, report, sources, known, index, targets },
    origins: originsOf({ baseUrls: [...(options.baseUrls ?? []), ...(source.baseUrls ?? [])] }),
    media: createMediaTaker({
      ...{ kb, sources, report, mode: media, files: source.files ?? null, update, author, dryRun },
      findFile: (file, from) => findFile(file, from, index),
      articleOf: (key) => targets.get(key)?.id ?? 0,
      home: source.home ?? null,
    }),
  };
  await run.hooks?.doActionAsync(
    'vendor_kb_import_started',
    { source: name, dryRun: report.dryRun },
    source.items.length,
  );
  for (const theirs of options.mapped?.strangeCategories(source.items) ?? []) {
    report.warnings.push({ key: theirs, message: 'The map names this category, and the source does not have it.' });
  }
  const pages = source.items.filter((item) => item.kind !== 'redirect');

  const finished =
    (await forEach(run, pages, createItem)) &&
    (await rewriteAll(run, pages)) &&
    // Last: a file belongs to the article that shows it, and only if none does to nobody.
    (await forEach(
      run,
      source.items.filter((item) => item.kind === 'redirect'),
      importRedirect,
    ));
  if (source.items.some(({ votes }) => votes) && !dryRun) {
    await refreshScores(kb.db);
    await kb.versions.bump(RATINGS_VERSION);
  }
  if (!dryRun) await checkLinksOf(kb, changedArticles(run), options.signal);
  report.interrupted = !finished;
  report.media.left = leftFiles(run);
  await run.hooks?.doActionAsync('vendor_kb_import_finished', report);
  return report;
}

/** Of an import that was cut off and goes on, those of before as well: nobody has looked at their links yet. */
function changedArticles({ source, targets }: ImportRun): number[] {
  const articles = source.items.filter(({ kind }) => kind === 'article');
  return articles.flatMap(({ key }) => targets.get(key)?.id ?? []);
}

/** How often `onStep` is called: every item once, and those with a text once more for their links. */
export function stepsOf({ items }: ImportSource): number {
  return items.length + items.filter((item) => item.kind !== 'redirect').length;
}

/** Of the files of a folder those that nobody asked for. */
function leftFiles({ source, report }: ImportRun): number {
  const files = new Set(source.mediaFiles ?? []);
  const { created, updated, unchanged } = report.media;
  const refused = report.problems.filter(({ key }) => files.has(key)).length;
  return Math.max(0, files.size - created - updated - unchanged - refused);
}

async function createItem(run: ImportRun, item: ImportItem): Promise<void> {
  const [tally, target] =
    item.kind === 'category'
      ? [item.generated ? run.report.generatedCategories : run.report.categories, await importCategory(run, item)]
      : [run.report.articles, await importArticle(run, item)];
  run.targets.set(item.key, target);
  tally[target.outcome] += 1;
  const { id, outcome } = target;
  await run.onItem?.(importedItem(item, target));
  await run.hooks?.doActionAsync('vendor_kb_item_imported', withoutPassword(item), { id, outcome });
}

async function rewriteAll(run: ImportRun, pages: readonly ImportItem[]): Promise<boolean> {
  const resolve = createLinkResolver(run.index, { baseUrls: [...run.origins] });
  const { links } = run.report;
  return forEach(run, pages, async (_, item) => {
    const tags = templateTagsOf(item);
    if (tags.length > 0) run.report.templateTags.push({ key: item.key, tags });
    const resolution = await resolve(item);
    links.resolved += resolution.resolved.length;
    links.external += resolution.external;
    links.assets += resolution.assets.length;
    for (const { destination, offset, reason } of resolution.unresolved) {
      links.unresolved.push({
        key: item.key,
        link: destination,
        line: item.bodyLine + lineOf(item.body, offset),
        reason,
      });
    }
    for (const { destination } of resolution.brokenFragments)
      links.brokenFragments.push({ key: item.key, link: destination });
    await rewriteItem(run, item, resolution);
    await importAttachments(run, item);
  });
}

/**
 * Does a step for each item; an item that fails is a problem in the report and does not stop the others.
 * @returns false when the import was interrupted
 */
async function forEach(
  run: ImportRun,
  items: readonly ImportItem[],
  step: (run: ImportRun, item: ImportItem) => Promise<void>,
): Promise<boolean> {
  const failed = new Set(run.report.problems.map((problem) => problem.key));
  for (const item of items) {
    // A database in this process answers without ever leaving it: signals and timers need a turn to be heard.
    await nextTurn();
    if (run.signal?.aborted) return false;
    run.onStep?.();
    if (failed.has(item.key)) continue;
    try {
      await step(run, (await run.source.load?.(item)) ?? item);
    } catch (error) {
      if (!(error instanceof HostError) || error.status >= 500) throw error;
      run.report.problems.push({ key: item.key, code: error.code, message: error.message });
    }
  }
  return true;
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function reportOf({ source, name, dryRun = false }: ImportOptions): ImportReport {
  const {
    profile,
    fileCount: files,
    skipped,
    listed = [],
    beyondLimit = 0,
    comments = 0,
    problems,
    warnings = [],
  } = source;
  const found = { skipped, listed, beyondLimit, comments, problems: [...problems], warnings: [...warnings] };
  return { ...emptyReport({ source: name, profile, files, dryRun }), ...found };
}
