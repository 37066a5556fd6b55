import path from 'node:path';
import type { Readable } from 'node:stream';
import type { ContentFormat } from '../../../../content.js';
import type { OwnedHooks } from '../../../../hooks.js';
import { toRule } from '../../domain/access/rule.js';
import type { Article } from '../../domain/articles/article.js';
import type { Category } from '../../domain/categories/category-tree.js';
import { buildItem, humanize, KEYS } from '../import/build-item.js';
import { convertPage } from '../import/constructs/convert-page.js';
import { parseFrontMatter } from '../import/front-matter.js';
import { isTextless } from '../import/import-item.js';
import type { ImportItem, SourceState } from '../import/item.js';
import { stateAt } from '../import/source-state.js';
import { hashOf, type SourceRecord } from '../import/sources.js';
import { withoutUuid } from '../json/category-uuids.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { attachmentChanges } from './attachments.js';
import { changesFor, type FileChange, isSameRule, isWritable } from './changes.js';
import { detailChanges } from './details.js';
import { changeFrontMatter } from './front-matter.js';
import { createPlaces, type FilePlace } from './places.js';
import { type ExportFile, type ExportReport, emptyReport } from './report.js';
import { type ExportSelection, inBatches, selectIds, sharedKeys } from './select-articles.js';
import { readRecords, readRows } from './source-rows.js';
import { sourceText } from './source-text.js';
import { createTreeMedia, type TreeMedia } from './tree-media.js';
import type { ExportTree } from './trees.js';

export interface MarkdownExportOptions extends ExportSelection {
  /** Limits the export to content of this import, in its original folder structure. */
  readonly source?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called once with the number of steps. */
  readonly onStart?: ((steps: number) => void) | undefined;
  /** Called before each step. */
  readonly onStep?: (() => void) | undefined;
  write(file: string, text: string): Promise<void>;
  /** Copies images and attachments. Without it, texts keep linking to the site. */
  readonly copyMedia?: ((file: string, source: Readable) => Promise<void>) | undefined;
}

/** State shared by the steps of an export. */
interface MarkdownExport extends MarkdownExportOptions {
  readonly kb: KnowledgeBase;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
  readonly places: ReturnType<typeof createPlaces>;
  readonly media: TreeMedia | null;
  /** Folder that becomes the destination itself. */
  readonly root: string;
  readonly report: ExportReport;
  /** Translation keys used by more than one article. */
  readonly shared: ReadonlySet<string>;
}

/**
 * Writes categories as folders with an index page, and articles as Markdown files in them. Imported content goes
 * back to its original path with its original text and front matter: importing the result yields the same articles,
 * and exporting unchanged imports yields the same files.
 */
export async function exportMarkdown(
  kb: KnowledgeBase,
  hooks: MarkdownExport['hooks'],
  options: MarkdownExportOptions,
): Promise<ExportReport> {
  const rows = await readRows(kb.db);
  const tree = kb.categories.tree();
  const places = createPlaces(tree, rows);
  const report = emptyReport();
  const shared = await sharedKeys(kb);
  const root = rootOf(options, kb, places);
  const { copyMedia: copy } = options;
  const media = copy ? createTreeMedia(kb, { root, copy, warnings: report.warnings }) : null;
  const run: MarkdownExport = { ...options, kb, hooks, places, report, shared, root, media };
  const ids = await selectIds(kb, options);
  const categories = tree
    .all()
    .filter(({ id }) => options.category === undefined || tree.subtree(options.category).includes(id));
  const isWhole = options.since === undefined && options.category === undefined;
  const redirects = isWhole ? rows.filter(({ kind }) => kind === 'redirect') : [];
  options.onStart?.(ids.length + categories.length + redirects.length);

  for await (const batch of inBatches(kb, ids)) {
    const records = await readRecords(
      kb.db,
      batch.flatMap((article) => places.ofArticle(article).row?.key ?? []),
    );
    for (const article of batch) {
      if (!isNext(run)) return report;
      if (await writeArticle(run, article, records)) report.articles += 1;
    }
  }
  const records = await readRecords(
    kb.db,
    categories.flatMap((category) => places.ofCategory(category).row?.key ?? []),
  );
  for (const category of categories) {
    if (!isNext(run)) return report;
    if (await writeCategory(run, category, records)) report.categories += 1;
  }
  const texts = await readRecords(
    kb.db,
    redirects.map(({ key }) => key),
  );
  for (const row of redirects) {
    if (!isNext(run)) return report;
    const from = places.trees.bySource(row.source);
    const text = texts.get(row.key)?.frontMatter;
    if (from && text && (await write(run, { tree: from, key: row.path, row }, text))) report.redirects += 1;
  }
  report.media = media?.count() ?? 0;
  return report;
}

function isNext({ signal, onStep, report }: MarkdownExport): boolean {
  report.interrupted = signal?.aborted === true;
  if (!report.interrupted) onStep?.();
  return !report.interrupted;
}

/** @throws HostError 404 `vendor_kb_export_source_unknown` */
function rootOf(
  { source, category }: MarkdownExportOptions,
  kb: KnowledgeBase,
  { trees, ofCategory }: ReturnType<typeof createPlaces>,
): string {
  if (source !== undefined) return trees.bySourceName(source).base;
  if (category === undefined) return '';
  const place = ofCategory(kb.categories.get(category));
  return path.posix.join(place.tree.base, path.posix.dirname(place.key));
}

async function writeArticle(
  run: MarkdownExport,
  article: Article,
  records: ReadonlyMap<string, SourceRecord>,
): Promise<boolean> {
  const { kb } = run;
  const place = run.places.ofArticle(article);
  const record = records.get(place.row?.key ?? '') ?? null;
  const { title, content, contentFormat } = article;
  const source = await sourceText(run, { title, text: content, format: contentFormat }, record, place);
  const { body } = source;
  const head = await headFor(place, { ...source, format: contentFormat, title }, record);
  const says = await read(place, head, body);
  const isNew = isMade(place, head);
  const change: FileChange = {
    isNew,
    title,
    slug: article.slug,
    locale: article.locale,
    description: article.excerpt,
    order: article.menuOrder,
    tags: article.tags,
    sticky: article.sticky,
    format: contentFormat,
    status: statusOf(article, says),
    ...datesOf(article, says, isNew),
    categories: otherCategories(run, article, place.tree),
    isCategoryListPath: place.tree.context.profile.name === 'jekyll',
    redirects: article.redirects,
    translationKey: translationOf(run, article, says, place),
    rule: article.ruleId === null ? null : (kb.access.rules.get(article.ruleId) ?? toRule({ mode: 'nobody' })),
    meta: kb.metaKeys.toFrontMatter(article.meta),
  };
  warnOf(run, place, says, change);
  const data = dataOf(head);
  const details = await detailChanges(run, article, record?.details ?? null, data, place);
  const changes = [...changesFor(says, data, change), ...details];
  if (run.media) {
    const key = Object.keys(data).find((each) => each.toLowerCase() === 'attachments') ?? 'attachments';
    changes.push(...(await attachmentChanges({ kb, media: run.media }, article, place, key, says.attachments ?? [])));
  }
  return write(run, place, withHead(changeFrontMatter(head, changes), body));
}

/** Writes a category. Its only text is the page's body, or the description if the page has no body. */
async function writeCategory(
  run: MarkdownExport,
  category: Category,
  records: ReadonlyMap<string, SourceRecord>,
): Promise<boolean> {
  const { kb } = run;
  const place = run.places.ofCategory(category);
  const record = records.get(place.row?.key ?? '') ?? null;
  if (!place.isFile && isPlain(kb, category) && !kb.access.rules.snapshot().ofCategory.has(category.id)) return false;
  const { description: beside, ...meta } = kb.metaKeys.toFrontMatter(withoutUuid(category.meta));
  const inHead = await read(place, record?.frontMatter ?? '', '');
  const standsInHead = isTextless(inHead) && inHead.description !== '' && beside === undefined;
  const page = { title: category.name, text: category.description, format: 'markdown' } as const;
  const source = standsInHead ? { body: '', isSource: true } : await sourceText(run, page, record, place);
  const { body } = source;
  const head = await headFor(place, { ...source, format: 'markdown', title: category.name }, record);
  const says = await read(place, head, body);
  const change: FileChange = {
    isNew: isMade(place, head),
    title: category.name,
    slug: category.slug,
    locale: category.locale,
    order: category.order,
    meta: says.author === null ? meta : { ...meta, author: says.author },
    description: standsInHead ? category.description : typeof beside === 'string' ? beside : '',
    tags: null,
    status: null,
    sticky: says.sticky,
    format: says.format,
    date: null,
    updated: null,
    categories: null,
    isCategoryListPath: false,
    redirects: [],
    translationKey: null,
    rule: kb.access.rules.snapshot().ofCategory.has(category.id)
      ? (kb.access.rules.ofCategory(category.id) ?? toRule({ mode: 'nobody' }))
      : null,
  };
  warnOf(run, place, says, change);
  return write(run, place, withHead(changeFrontMatter(head, changesFor(says, dataOf(head), change)), body));
}

/** Whether the folder name alone expresses the category. */
function isPlain({ metaKeys }: KnowledgeBase, { name, slug, description, order, meta }: Category): boolean {
  const isSaid = name !== humanize(slug) || description !== '' || order !== 0;
  return !isSaid && Object.keys(metaKeys.toFrontMatter(withoutUuid(meta))).length === 0;
}

/**
 * Returns the front matter of the last import. It gets a key that keeps the first heading of a text from here, if the
 * heading is also the title: an import would take it out.
 */
async function headFor(
  { key, tree }: FilePlace,
  page: { readonly title: string; readonly body: string; readonly format: ContentFormat; readonly isSource: boolean },
  record: SourceRecord | null,
): Promise<string> {
  const head = record?.frontMatter ?? '';
  if (page.isSource || page.format !== 'markdown') return head;
  const matter = { ...parseFrontMatter(head), data: { title: page.title }, body: page.body };
  const { headingTitle } = await convertPage(matter, key, tree.context.profile.name);
  return headingTitle === null ? head : changeFrontMatter(head, [[KEYS.keepHeading[0], true]]);
}

/** Reads the file as an import would. */
async function read({ tree, key }: FilePlace, head: string, body: string): Promise<ImportItem> {
  const place = tree.place(key);
  const empty = {
    locale: undefined,
    localePrefix: '',
    folders: [],
    name: '',
    index: false,
    draft: false,
    date: undefined,
  };
  // The head of a page without a text is the whole file.
  const matter = parseFrontMatter(head);
  const page = await convertPage({ ...matter, body: matter.body + body }, key, tree.context.profile.name);
  return buildItem(key, page, place ?? empty, tree.context);
}

function dataOf(head: string): Record<string, unknown> {
  return parseFrontMatter(head).data;
}

/** Whether the file is new, rather than one an import left unchanged. */
function isMade({ key, row }: FilePlace, head: string): boolean {
  return head === '' && key !== row?.path;
}

/**
 * Trashed articles are exported as drafts, because no import restores from the trash. A status implied by the date
 * is omitted.
 */
function statusOf({ status }: Article, says: ImportItem): SourceState {
  if (status === 'trash') return 'draft';
  return status === stateAt(says.status, says.date, new Date()) ? says.status : status;
}

/** A file without dates stays without dates: its import time is meaningless. */
function datesOf(article: Article, says: ImportItem, isNew: boolean): Pick<FileChange, 'date' | 'updated'> {
  const { createdAt, publishedAt, modifiedAt } = article;
  const isUnchanged = [createdAt, publishedAt].some((date) => date?.getTime() === says.date?.getTime());
  const date = isUnchanged ? says.date : !isNew && says.date === null ? null : (publishedAt ?? createdAt);
  return { date, updated: !isNew && (says.updated ?? says.date) === null ? null : modifiedAt };
}

function otherCategories({ kb, report }: MarkdownExport, article: Article, tree: ExportTree): string[] {
  const inside = `${tree.rootPath}/`;
  const nameOf = (place: string): string => place.slice(inside.length) || '/';
  return article.categoryIds.slice(1).flatMap((id) => {
    const place = kb.categories.tree().get(id)?.path;
    if (place !== undefined && `${place}/`.startsWith(inside)) return [nameOf(place)];
    report.warnings.push({
      path: article.slug,
      message: `It is also in the category "${place ?? id}" in another folder, which a file cannot represent.`,
    });
    return [];
  });
}

/** Null if the file's path implies the key, as for translations in locale folders. */
function translationOf(
  { shared }: MarkdownExport,
  article: Article,
  says: ImportItem,
  { row }: FilePlace,
): string | null {
  const { translationKey } = article;
  if (translationKey === null || !shared.has(translationKey)) return null;
  return row && hashOf(row.source, says.translationKey) === translationKey ? null : translationKey;
}

/** Warns of content that the file cannot express. */
function warnOf({ report }: MarkdownExport, { key }: FilePlace, says: ImportItem, { meta, rule }: FileChange): void {
  for (const member of Object.keys(meta)) {
    if (member === 'author' || isWritable(member) || Object.hasOwn(says.meta, member)) continue;
    const message = `The meta field "${member}" is reserved in front matter and was omitted.`;
    report.warnings.push({ path: key, message });
  }
  if (rule?.mode !== 'password' || isSameRule(says.access, rule)) return;
  const message =
    'Its password is stored as a hash and was omitted. After an import, access is denied until you set access.password.';
  report.warnings.push({ path: key, message });
}

function withHead(head: string, body: string): string {
  return head === '' || body === '' || /[\n\uFEFF]$/.test(head) ? head + body : `${head}\n${body}`;
}

/** @returns false if the file is outside the exported folder or a filter removed it */
async function write(run: MarkdownExport, { tree, key }: FilePlace, text: string): Promise<boolean> {
  const whole = path.posix.join(tree.base, key);
  const below = run.root === '' || run.root === '.' ? whole : path.posix.relative(run.root, whole);
  if (below.startsWith('../')) return false;
  const file: ExportFile | null = await run.hooks.applyFiltersAsync('vendor_kb_export_item', { path: below, text });
  if (!file) return false;
  await run.write(file.path, file.text);
  run.report.files += 1;
  return true;
}
