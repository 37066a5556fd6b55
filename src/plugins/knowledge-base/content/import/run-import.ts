import { setImmediate as nextTurn } from 'node:timers/promises';
import { HostError } from '../../../../index.js';
import { RATINGS_VERSION, refreshScores } from '../../domain/ratings/rating-counters.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { checkLinksOf } from '../link-checks/check-links.js';
import { importAttachments } from './import-attachments.js';
import { importArticle, importCategory } from './import-item.js';
import { importRedirect } from './import-redirect.js';
import type { ImportOptions, ImportRun } from './import-run.js';
import { importedItem } from './imported-item.js';
import type { ImportItem } from './item.js';
import { createItemIndex } from './links/item-index.js';
import { createLinkResolver, findFile, originsOf } from './links/resolve-links.js';
import { createMediaTaker } from './media/take-media.js';
import { emptyReport, type ImportReport } from './report.js';
import { rewriteItem } from './rewrite-item.js';
import type { ImportSource } from './source.js';
import { attachmentsKey, createSources } from './sources.js';
import { templateTagsOf } from './template-tags.js';
import { withoutPassword } from './without-password.js';

/**
 * Imports a source that was read completely. Pass 1 creates or updates items, each in one transaction with its
 * import record; pass 2 rewrites links once every target has its URL. An interrupted import leaves only complete
 * items, and running it again completes the rest. Running it again after that changes nothing.
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
    kb,
    report,
    sources,
    known,
    index,
    targets,
    origins: originsOf({ baseUrls: [...(options.baseUrls ?? []), ...(source.baseUrls ?? [])] }),
    media: createMediaTaker({
      kb,
      sources,
      report,
      mode: media,
      files: source.files ?? null,
      update,
      author,
      dryRun,
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
    report.warnings.push({ key: theirs, message: 'The map has this category, but the source does not.' });
  }
  const pages = source.items.filter((item) => item.kind !== 'redirect');

  const finished =
    (await forEach(run, pages, createItem)) &&
    (await rewriteAll(run, pages)) &&
    // Last: a file belongs to the article that shows it, and is unattached only if none does.
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

/** Includes articles of an interrupted earlier run, whose links have not been checked yet. */
function changedArticles({ source, targets }: ImportRun): number[] {
  const articles = source.items.filter(({ kind }) => kind === 'article');
  return articles.flatMap(({ key }) => targets.get(key)?.id ?? []);
}

/** Number of `onStep` calls: one per item, and another one for the links of each item with a text. */
export function stepsOf({ items }: ImportSource): number {
  return items.length + items.filter((item) => item.kind !== 'redirect').length;
}

/** Number of the folder's files that were not imported. */
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
 * Runs a step for each item. A failed item is reported as a problem and does not stop the others.
 * @returns false if the import was aborted
 */
async function forEach(
  run: ImportRun,
  items: readonly ImportItem[],
  step: (run: ImportRun, item: ImportItem) => Promise<void>,
): Promise<boolean> {
  const failed = new Set(run.report.problems.map((problem) => problem.key));
  for (const item of items) {
    // An in-process database never yields to the event loop, which signals and timers need.
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
