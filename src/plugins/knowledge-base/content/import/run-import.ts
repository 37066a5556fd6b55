import { setImmediate as nextTurn } from 'node:timers/promises';
import { HostError } from '../../../../index.js';
import { RATINGS_VERSION, refreshScores } from '../../domain/ratings/rating-counters.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { checkLinksOf } from '../link-checks/check-links.js';
import { importAttachments } from './import-attachments.js';
import { importArticle, importCategory } from './import-item.js';
import { importRedirect } from './import-redirect.js';
import type { ImportOptions, ImportRun, ImportTarget } from './import-run.js';
import { importedItem } from './imported-item.js';
import type { ImportItem } from './item.js';
import { linkTargets } from './link-targets.js';
import { createItemIndex } from './links/item-index.js';
import { createLinkResolver, findFile, type LinkResolution, sitesOf } from './links/resolve-links.js';
import { restoreLinks } from './links/rewrite-links.js';
import { MEDIA_FILE } from './media/media-mode.js';
import { createMediaTaker } from './media/take-media.js';
import { planImport } from './plan-import.js';
import type { PlannedItem } from './planned-item.js';
import { emptyReport, type ImportReport } from './report.js';
import { finalText, rewriteItem } from './rewrite-item.js';
import type { ImportSource } from './source.js';
import { attachmentsKey, createSources, UNWRITTEN } from './sources.js';
import { templateTagsOf } from './template-tags.js';
import { withoutPassword } from './without-password.js';

/** Placeholder id of an item that a dry run would create. */
const DRY_ID = 0;

/**
 * Imports a source that was read completely. First a plan decides about every item, which a dry run only reports.
 * Then pass 1 creates or updates items, each in one transaction with its import record; new ones get their final
 * text, because the plan has the URLs of all pages. Pass 2 does what needs the ids of other items, and updates
 * texts. An interrupted import leaves only complete items, and running it again completes the rest. Running it again
 * after that changes nothing.
 */
export async function runImport(kb: KnowledgeBase, options: ImportOptions): Promise<ImportReport> {
  const { source, name } = options;
  const report = reportOf(options);
  const sources = createSources(kb.db, name);
  const articles = source.items.filter(({ kind }) => kind === 'article');
  const keys = [...source.items.map(({ key }) => key), ...articles.map(({ key }) => attachmentsKey(key))];
  const records = await sources.find(keys);
  const index = createItemIndex(source);
  const targets: ImportRun['targets'] = new Map();
  const baseUrls = [...(options.baseUrls ?? []), ...(source.baseUrls ?? [])];
  const { media = 'link', author = null, dryRun = false, update } = options;
  const planned = { ...options, kb, sources, records, baseUrls, sites: sitesOf(baseUrls) };
  const run: ImportRun = {
    ...planned,
    plan: await planImport(planned),
    report,
    index,
    targets,
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
  report.problems.push(...run.plan.problems);
  report.warnings.push(...run.plan.warnings);
  await run.hooks?.doActionAsync(
    'vendor_kb_import_started',
    { source: name, dryRun: report.dryRun },
    source.items.length,
  );
  for (const theirs of options.mapped?.strangeCategories(source.items) ?? []) {
    report.warnings.push({ key: theirs, message: 'The map has this category, but the source does not.' });
  }
  const pages = source.items.filter((item) => item.kind !== 'redirect');
  const resolve = createLinkResolver(index, { baseUrls });

  const finished =
    (await forEach(run, pages, (_, item) => importPage(run, item, resolve))) &&
    (await forEach(run, pages, (_, item) => completePage(run, item, resolve))) &&
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
  report.otherFiles = leftFiles(run);
  report.media.left = report.otherFiles.filter((key) => MEDIA_FILE.test(key)).length;
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

/** Files of the folder that were neither imported nor refused. */
function leftFiles({ source, report, media }: ImportRun): string[] {
  const refused = new Set(report.problems.map(({ key }) => key));
  const left = source.otherFiles.filter((key) => !media.isTaken(key) && !refused.has(key));
  return [...left, ...(source.ignoredFiles ?? [])].sort();
}

type Resolve = ReturnType<typeof createLinkResolver>;

/** Pass 1: creates or updates a category or an article as planned, and reports its links. */
async function importPage(run: ImportRun, item: ImportItem, resolve: Resolve): Promise<void> {
  const planned = run.plan.items.get(item.key);
  if (!planned) return;
  const resolution = await resolve(item);
  const target = run.dryRun ? foreseen(planned) : await written(run, item, planned, resolution);
  run.targets.set(item.key, target);
  const { report } = run;
  const tally =
    item.kind === 'article' ? report.articles : item.generated ? report.generatedCategories : report.categories;
  tally[target.outcome] += 1;
  reportText(report, item, resolution);
  const { id, outcome } = target;
  await run.onItem?.(importedItem(item, target));
  await run.hooks?.doActionAsync('vendor_kb_item_imported', withoutPassword(item), { id, outcome });
}

/** Result of a dry run: that of the import, with a placeholder for the id of a new item. */
function foreseen({ id, outcome, record, sourceHash }: PlannedItem): ImportTarget {
  if (id === null) return { id: DRY_ID, outcome, record: null };
  const isFilled = record === null && outcome === 'updated';
  return { id, outcome, record: isFilled ? { targetId: id, sourceHash, ...UNWRITTEN, frontMatter: null } : record };
}

async function written(
  run: ImportRun,
  item: ImportItem,
  planned: PlannedItem,
  resolution: LinkResolution,
): Promise<ImportTarget> {
  const isNew = planned.id === null;
  const first = isNew ? await finalText(run, item, linkTargets(run, item, resolution)) : { text: '', rewrites: [] };
  return item.kind === 'category'
    ? importCategory(run, item, planned, first)
    : importArticle(run, item, planned, first);
}

/** Pass 2: updates the text of an existing item, and adds what needs other items: files and details. */
async function completePage(run: ImportRun, item: ImportItem, resolve: Resolve): Promise<void> {
  const target = run.targets.get(item.key);
  if (!target) return;
  const needsOthers = run.media.mode === 'copy' || item.details !== undefined || item.attachments !== undefined;
  if (target.outcome === 'created' && !needsOthers) return;
  await rewriteItem(run, item, await resolve(item));
  await importAttachments(run, item);
}

function reportText({ links, templateTags }: ImportReport, item: ImportItem, resolution: LinkResolution): void {
  const { key } = item;
  const tags = templateTagsOf(item);
  if (tags.length > 0) templateTags.push({ key, tags });
  links.resolved += resolution.resolved.length;
  links.external += resolution.external;
  links.assets += resolution.assets.length;
  for (const { destination: link, offset, reason } of resolution.unresolved) {
    links.unresolved.push({ key, link, line: item.bodyLine + lineOf(item, offset), reason });
  }
  for (const { destination: link } of resolution.brokenFragments) links.brokenFragments.push({ key, link });
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

/** Line of an offset in the file, of which the text is a conversion. */
function lineOf({ body, conversions = [] }: ImportItem, offset: number): number {
  const before = conversions.filter(([at, length]) => at + length <= offset);
  return restoreLinks(body.slice(0, offset), before).split('\n').length;
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
