import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { OwnedHooks } from '../../../../hooks.js';
import { HostError } from '../../../../index.js';
import type { CategoryInput } from '../../domain/categories/categories.js';
import { RATINGS_VERSION, refreshScores } from '../../domain/ratings/rating-counters.js';
import { assertMayImportCategory } from '../import/import-access.js';
import { importedItem } from '../import/imported-item.js';
import { createFileTaker } from '../import/media/take-file.js';
import { emptyReport, type ImportReport, type Tally } from '../import/report.js';
import { createSources } from '../import/sources.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { checkLinksOf } from '../link-checks/check-links.js';
import { withUuid } from './category-uuids.js';
import { importArticle } from './import-article.js';
import { importAttachments } from './import-attachments.js';
import { completeRelated, importRevision } from './import-history.js';
import { importPromotion, importRedirect, importSynonym } from './import-search.js';
import type { JsonImportOptions, JsonRun } from './json-run.js';
import { createNames } from './names.js';
import { type ExportEntry, openExport } from './read-export.js';
import type { ArticleRecord, CategoryRecord } from './records.js';
import { createTargets } from './targets.js';
import { articleItem, categoryItem } from './to-item.js';
import { toCategoryRecord } from './to-records.js';

/**
 * Imports an export of a knowledge base. The file is validated completely before anything is written. Entries are
 * matched by UUID and each is one transaction, so that an interrupted import leaves only complete entries and can be
 * run again.
 * @throws HostError 422 `vendor_kb_import_invalid` for an invalid or incomplete export
 */
export async function importJson(
  kb: KnowledgeBase,
  hooks: Pick<OwnedHooks, 'applyFiltersAsync' | 'doActionAsync'>,
  path: string,
  options: JsonImportOptions,
): Promise<ImportReport> {
  const { name, author = null, dryRun = false, update = 'newer', files: beside = null } = options;
  const source = await openExport(path);
  const { counts } = source;
  const files = counts.categories + counts.articles + counts.redirects + counts.synonyms + counts.promotions;
  const report = emptyReport({ source: name, profile: 'json', files, dryRun });
  const sources = createSources(kb.db, name);
  const run: JsonRun = {
    ...options,
    kb,
    hooks,
    source,
    report,
    update,
    dryRun,
    sources,
    files: beside,
    media: options.media ?? (beside ? 'copy' : 'link'),
    takeFile: createFileTaker({ kb, sources, report, update, author, dryRun }).take,
    targets: createTargets(kb, report, { otherAuthor: author?.id ?? 0, dryRun }),
    actor: { user: author, source: 'import', unfilteredHtml: options.unfilteredHtml },
    settled: new Set(),
    created: { articles: new Set(), categories: new Set() },
  };
  options.onStart?.(files + counts.articles + counts.revisions);
  await hooks.doActionAsync('vendor_kb_import_started', { source: name, dryRun }, files);
  report.interrupted = !(await runAll(run));
  if (!dryRun) await checkLinksOf(kb, [...run.created.articles], options.signal);
  if (run.created.articles.size > 0) {
    await refreshScores(kb.db);
    await kb.versions.bump(RATINGS_VERSION);
  }
  await hooks.doActionAsync('vendor_kb_import_finished', report);
  return report;
}

/** @returns false if it was aborted */
async function runAll(run: JsonRun): Promise<boolean> {
  const { source, report, dryRun, limit = Number.POSITIVE_INFINITY } = run;
  const left = new Set<string>();
  let articles = 0;
  return (
    (await forEach(run, await topDown(source.entries('categories')), categoryStep)) &&
    (await forEach(run, source.entries('articles'), async (each, record) => {
      articles += 1;
      if (articles <= limit) return articleStep(each, record, left);
      report.beyondLimit += 1;
      left.add(record.uuid);
    })) &&
    (dryRun || (await forEach(run, source.entries('articles'), completeRelated))) &&
    (dryRun ||
      (await forEach(run, source.entries('revisions'), async (each, record) => {
        // Content that a callback changed or removed must not survive in earlier versions.
        if (!left.has(record.article)) await importRevision(each, record);
      }))) &&
    (await forEach(run, source.entries('redirects'), async (each, record) => {
      const outcome = await importRedirect(each, record);
      if (outcome === null) report.skipped.push(`${record.locale}/${record.path}`);
      else report.redirects[outcome] += 1;
    })) &&
    (await forEach(run, source.entries('synonyms'), async (each, record) => {
      report.synonyms[await importSynonym(each, record)] += 1;
    })) &&
    forEach(run, source.entries('promotions'), async (each, record) => {
      const outcome = await importPromotion(each, record);
      if (outcome === null) report.skipped.push(record.query);
      else report.promotions[outcome] += 1;
    })
  );
}

async function categoryStep(run: JsonRun, record: CategoryRecord): Promise<void> {
  const outcome = await importCategory(run, record);
  run.report.categories[outcome] += 1;
  const id = run.targets.category(record.uuid);
  const item = categoryItem(record);
  await run.onItem?.(importedItem(item, { id, outcome }));
  await run.hooks.doActionAsync('vendor_kb_item_imported', item, { id, outcome });
}

/** @param left collects UUIDs of articles that differ from the file */
async function articleStep(run: JsonRun, record: ArticleRecord, left: Set<string>): Promise<void> {
  const { hooks, report, name: source, dryRun = false } = run;
  const input = articleItem(record);
  const item = await hooks.applyFiltersAsync('vendor_kb_import_item', input, { source, dryRun });
  if (item === null || !isDeepStrictEqual(item, articleItem(record))) left.add(record.uuid);
  if (item === null) {
    report.skipped.push(record.slug);
    return;
  }
  const { id, outcome } = await importArticle(run, record, item);
  report.articles[outcome] += 1;
  await importAttachments(run, record, id, outcome);
  await run.onItem?.(importedItem(item, { id, outcome }));
  await hooks.doActionAsync('vendor_kb_item_imported', item, { id, outcome });
}

/** Runs a step for each entry. A failed entry is reported as a problem and does not stop the others. */
async function forEach<Record>(
  run: JsonRun,
  entries: AsyncIterable<ExportEntry<Record>> | Iterable<ExportEntry<Record>>,
  step: (run: JsonRun, record: Record) => Promise<void>,
): Promise<boolean> {
  for await (const { record, place } of entries) {
    // An in-process database never yields to the event loop, which signals and timers need.
    await nextTurn();
    if (run.signal?.aborted) return false;
    run.onStep?.();
    try {
      await step(run, record);
    } catch (error) {
      if (!(error instanceof HostError) || error.status >= 500) throw error;
      run.report.problems.push({ key: place, code: error.code, message: error.message });
    }
  }
  return true;
}

/** Sorts categories so that parents come first, regardless of their order in the file. */
async function topDown(entries: AsyncIterable<ExportEntry<CategoryRecord>>): Promise<ExportEntry<CategoryRecord>[]> {
  const all: ExportEntry<CategoryRecord>[] = [];
  for await (const entry of entries) all.push(entry);
  const byUuid = new Map(all.map((entry) => [entry.record.uuid, entry.record]));
  const depthOf = ({ parent }: CategoryRecord): number => {
    const above = parent === null ? undefined : byUuid.get(parent);
    return above ? depthOf(above) + 1 : 1;
  };
  return all.toSorted((one, other) => depthOf(one.record) - depthOf(other.record));
}

/** Placeholder id of a category that a dry run would create. */
const DRY_ID = 0;

/** Creates a category, or updates the existing one if the update policy allows it. */
async function importCategory(run: JsonRun, record: CategoryRecord): Promise<keyof Tally> {
  const { kb, targets, update, dryRun, actor, report, created: createdIds } = run;
  const parentId = record.parent === null ? (run.under ?? 0) : targets.category(record.parent);
  const tree = kb.categories.tree();
  const siblings =
    parentId !== 0 ? (tree.get(parentId)?.children ?? []) : record.parent === null ? tree.roots(record.locale) : [];
  const id = targets.findCategory(record.uuid) ?? siblings.find(({ slug }) => slug === record.slug)?.id;
  if (id !== undefined) {
    // A category with the same slug takes its place, even with another UUID.
    targets.addCategory(record.uuid, id);
    if (update === 'skip' || (await isSame(run, id, record))) return 'unchanged';
    if (update !== 'overwrite') {
      report.edited.push(record.slug);
      return 'unchanged';
    }
  }
  assertMayImportCategory(run, record.access_rule !== null, id);
  if (dryRun) {
    if (id === undefined) targets.addCategory(record.uuid, DRY_ID);
    return id === undefined ? 'created' : 'updated';
  }
  const input: CategoryInput & { name: string } = {
    name: record.name,
    slug: record.slug,
    description: record.description,
    order: record.order,
    parentId,
    locale: record.locale,
    meta: {
      ...withUuid(record.meta, record.uuid),
      ...(record.image && { image: await targets.media(record.image) }),
      ...(record.seo && { seo: await targets.seo(record.seo) }),
    },
    ruleId: await targets.rule(record.access_rule),
  };
  if (id !== undefined) {
    await kb.categories.update(id, input, actor);
    return 'updated';
  }
  const created = await kb.categories.create(input, actor);
  targets.addCategory(record.uuid, created.id);
  createdIds.categories.add(created.id);
  return 'created';
}

async function isSame({ kb, targets, under }: JsonRun, id: number, record: CategoryRecord): Promise<boolean> {
  const present = kb.categories.tree().get(id);
  if (!present) return false;
  const names = createNames(kb, new Map());
  const found = await toCategoryRecord(present, names, kb.access.rules.snapshot().ofCategory.get(id) ?? null);
  const parentId = record.parent === null ? (under ?? 0) : targets.findCategory(record.parent);
  return present.parentId === parentId && isDeepStrictEqual({ ...found, parent: null }, { ...record, parent: null });
}
