import { HostError } from '../../../../index.js';
import { trimSlashes } from '../../../../utilities.js';
import { toRule } from '../../domain/access/rule.js';
import type { ArticleInput } from '../../domain/articles/article.js';
import { categoriesIn } from '../../domain/categories/address-space.js';
import { setImportedVotes } from '../../domain/ratings/imported-votes.js';
import { lockCounters } from '../../domain/ratings/rating-counters.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import type { ImportRun, ImportTarget } from './import-run.js';
import type { ImportItem } from './item.js';
import { isIdAddress } from './links/id-address.js';
import type { Rewrite } from './links/rewrite-links.js';
import { localeOf, unknownNames } from './plan-import.js';
import type { PlannedItem } from './planned-item.js';
import { hashOf, UNWRITTEN } from './sources.js';
import { withoutPassword } from './without-password.js';

/** Imported votes are helpful or not, without star ratings. */
const NO_STARS = { rating_1: 0, rating_2: 0, rating_3: 0, rating_4: 0, rating_5: 0 } as const;

/** Text of a new item with links to the pages of this site. */
export interface FirstText {
  readonly text: string;
  readonly rewrites: readonly Rewrite[];
}

/** Creates or updates the category of an item as planned. */
export async function importCategory(
  run: ImportRun,
  item: ImportItem,
  { id: existing, outcome, record: sourceRecord, slug, sourceHash }: PlannedItem,
  { text, rewrites }: FirstText,
): Promise<ImportTarget> {
  const { kb, sources, author = null } = run;
  if (outcome === 'unchanged' && existing !== null) return { id: existing, outcome, record: sourceRecord };
  const actor = { user: author, source: 'import' as const };
  const parentId = parentOf(run, item);
  const ruleId = await storedRule(kb, item);
  const before = existing === null ? {} : kb.categories.get(existing).meta;
  const meta = categoryMeta(kb, item, before);
  const input = { name: item.title, parentId, order: item.order ?? 0, meta, ruleId };
  return kb.db.transaction(async () => {
    if (sourceRecord && existing !== null) {
      await kb.categories.update(existing, input, actor);
      const record = { ...sourceRecord, sourceHash, frontMatter: headOf(item) };
      await sources.save(item.key, 'category', record);
      return { id: existing, outcome, record };
    }
    // A concurrent import may have created it since this one was planned.
    const present = existing ?? childWithSlug(run, parentId, item, slug);
    const description = isTextless(item) ? item.description : text;
    const id = present ?? (await kb.categories.create({ ...input, slug, locale: item.locale, description }, actor)).id;
    if (present !== undefined && ruleId !== undefined) await kb.categories.update(id, { ruleId }, actor);
    for (const path of oldPaths(item)) {
      await kb.redirects.add({ locale: localeOf(item), path, kind: 'category', targetId: id });
    }
    const written = present === undefined ? { writtenHash: hashOf(text), rewrites, details: {} } : UNWRITTEN;
    const record = { targetId: id, sourceHash, ...written, frontMatter: headOf(item) };
    await sources.save(item.key, 'category', record);
    return { id, outcome: present === undefined ? outcome : 'updated', record };
  });
}

/**
 * Creates the article of an item as planned, or updates everything except its text and details, which follow once
 * all items exist.
 */
export async function importArticle(
  run: ImportRun,
  item: ImportItem,
  { id: existing, outcome, record: sourceRecord, slug, sourceHash, status }: PlannedItem,
  { text, rewrites }: FirstText,
): Promise<ImportTarget> {
  const { kb, sources, author = null, unfilteredHtml } = run;
  if (outcome === 'unchanged' && existing !== null) return { id: existing, outcome, record: sourceRecord };
  const actor = { user: author, source: 'import' as const, unfilteredHtml };
  const input: ArticleInput & { title: string } = {
    title: item.title,
    excerpt: item.description,
    categoryIds: categoriesOf(run, item),
    tags: item.tags,
    menuOrder: item.order ?? 0,
    sticky: item.sticky,
    contentFormat: item.format,
    ruleId: await storedRule(kb, item),
    meta: kb.metaKeys.ofFrontMatter({ ...item.meta, ...(item.author === null ? {} : { author: item.author }) }),
    redirects: oldPaths(item),
    authorId: run.mapped?.authorOf(item.author),
    translationKey: hashOf(run.name, item.translationKey),
    ...datesOf(item),
  };
  return kb.db.transaction(async () => {
    if (sourceRecord && existing !== null) {
      if (item.votes) await lockCounters(kb.db, existing);
      const { modifiedAt } = (await kb.articles.get(existing)) ?? {};
      await kb.articles.update(existing, { modifiedAt, ...input }, actor);
      const record = { ...sourceRecord, sourceHash, frontMatter: headOf(item) };
      await saveVotes(kb, existing, item);
      await sources.save(item.key, 'article', record);
      return { id: existing, outcome, record };
    }
    const created = { ...input, slug, status, locale: item.locale, content: text };
    const { id } = await kb.articles.create(created, actor);
    await saveVotes(kb, id, item);
    const written = { writtenHash: hashOf(text), rewrites, details: item.details ? null : {} };
    const record = { targetId: id, sourceHash, ...written, frontMatter: headOf(item) };
    await sources.save(item.key, 'article', record);
    return { id, outcome, record };
  });
}

/** Replaces the votes of an earlier import. The caller must have created or locked the article. */
async function saveVotes({ db }: KnowledgeBase, articleId: number, { votes }: ImportItem): Promise<void> {
  if (!votes) return;
  const { yes: helpful_yes, no: helpful_no } = votes;
  await setImportedVotes(db, articleId, { ...NO_STARS, helpful_yes, helpful_no });
}

/** Stores the access rule of an item; undefined if the source has none, which keeps the current rule. */
async function storedRule(
  { access, hashPassword }: Pick<KnowledgeBase, 'access' | 'hashPassword'>,
  { access: accessRule }: Pick<ImportItem, 'access'>,
): Promise<number | undefined> {
  if (accessRule === null) return undefined;
  const rule = toRule(
    accessRule,
    accessRule.password === undefined ? undefined : await hashPassword(accessRule.password),
  );
  return rule ? access.rules.keep(rule) : undefined;
}

/** Stores the access rule of an item and reports its unknown names. */
export async function ruleIdOf(
  { kb, report }: Pick<ImportRun, 'kb' | 'report'>,
  item: ImportItem,
): Promise<number | undefined> {
  for (const message of await unknownNames(kb, item)) report.warnings.push({ key: item.key, message });
  return storedRule(kb, item);
}

/** Text that an export writes before the body; the whole file for a category without text. */
export function headOf(item: ImportItem): string | null {
  if (item.generated || item.head === '') return null;
  const { head } = withoutPassword(item);
  return isTextless(item) ? head + item.body : head;
}

/** Returns whether a category's page has no text of its own, so that its description is used instead. */
export function isTextless(item: ImportItem): boolean {
  return item.kind === 'category' && item.body.trim() === '';
}

/**
 * Keeps a description in the metadata if the page also has a text. Imported front matter is namespaced, so that it
 * cannot be mistaken for our image or UUID.
 */
function categoryMeta(
  { metaKeys }: KnowledgeBase,
  item: ImportItem,
  before: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const meta = metaKeys.ofCategoryPage(item.meta, before);
  return item.description === '' || isTextless(item) ? meta : { ...meta, description: item.description };
}

/** @throws HostError 422 `vendor_kb_import_invalid` if the parent category could not be imported */
function parentOf(run: ImportRun, item: ImportItem): number {
  if (item.parentKey === null) return run.under ?? 0;
  const parent = run.targets.get(item.parentKey);
  if (parent) return parent.id;
  throw new HostError(
    'vendor_kb_import_invalid',
    `Its category "${item.parentKey}" could not be imported. Correct the category first.`,
    {
      status: 422,
    },
  );
}

/** Ids of the categories, the primary one first. */
function categoriesOf(run: ImportRun, item: ImportItem): number[] {
  const others = item.otherParentKeys.flatMap((key) => run.targets.get(key)?.id ?? []);
  return [...new Set([parentOf(run, item), ...others])].filter((id) => id !== 0);
}

function childWithSlug({ kb }: ImportRun, parentId: number, item: ImportItem, slug: string): number | undefined {
  const place = { categoryId: parentId, locale: localeOf(item) };
  return categoriesIn(kb.categories.tree(), place).find((category) => category.slug === slug)?.id;
}

/** Lists the paths of the old site relative to the knowledge base and the item's locale. */
export function oldPaths(item: ImportItem): string[] {
  const prefix = `${localeOf(item)}/`;
  return [...item.addresses, ...item.redirects]
    .filter((address) => !isIdAddress(address))
    .map(trimSlashes)
    .map((path) => (path.toLowerCase().startsWith(prefix) ? path.slice(prefix.length) : path))
    .filter((path, index, all) => path !== '' && path.toLowerCase() !== localeOf(item) && all.indexOf(path) === index);
}

function datesOf(item: ImportItem): Pick<ArticleInput, 'createdAt' | 'modifiedAt' | 'publishedAt'> {
  const modified = item.updated ?? item.date;
  return {
    ...(item.date ? { createdAt: item.date, publishedAt: item.date } : {}),
    ...(modified ? { modifiedAt: modified } : {}),
  };
}
