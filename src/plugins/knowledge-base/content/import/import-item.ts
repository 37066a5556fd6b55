import { HostError } from '../../../../index.js';
import { trimSlashes } from '../../../../utilities.js';
import { toRule } from '../../domain/access/rule.js';
import type { ArticleInput } from '../../domain/articles/article.js';
import { isReservedIn } from '../../domain/categories/address-space.js';
import { setImportedVotes } from '../../domain/ratings/imported-votes.js';
import { lockCounters } from '../../domain/ratings/rating-counters.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { assertMayImport, assertMayImportCategory } from './import-access.js';
import type { ImportRun, ImportTarget } from './import-run.js';
import type { ImportItem, SourceState } from './item.js';
import { isIdAddress } from './links/id-address.js';
import { stateAt } from './source-state.js';
import { hashOf, UNWRITTEN } from './sources.js';
import { withoutPassword } from './without-password.js';

/** Imported votes are helpful or not, without star ratings. */
const NO_STARS = { rating_1: 0, rating_2: 0, rating_3: 0, rating_4: 0, rating_5: 0 } as const;

/** Placeholder id in a dry run. */
const DRY_ID = 0;

/** Creates or updates the category of an item. */
export async function importCategory(run: ImportRun, item: ImportItem): Promise<ImportTarget> {
  const { kb, sources, dryRun, update, author = null } = run;
  const mapped = run.mapped?.categoryOf(item);
  if (mapped !== undefined) return { id: mapped, outcome: 'unchanged', record: null };
  const actor = { user: author, source: 'import' as const };
  const known = run.known.get(item.key) ?? null;
  const sourceHash = fingerprint(item);
  const exists = known !== null && kb.categories.tree().get(known.targetId) !== undefined;
  if (known && exists && (known.sourceHash === sourceHash || update === 'skip'))
    return { id: known.targetId, outcome: 'unchanged', record: known };
  assertMayImportCategory(run, item.access !== null, exists ? known.targetId : undefined);
  if (dryRun) return { id: known?.targetId ?? DRY_ID, outcome: exists ? 'updated' : 'created', record: null };

  const parentId = parentOf(run, item);
  const ruleId = await ruleIdOf(run, item);
  const before = exists ? (kb.categories.tree().get(known.targetId)?.meta ?? {}) : {};
  const meta = categoryMeta(kb, item, before);
  const input = { name: item.title, parentId, order: item.order ?? 0, meta, ruleId };
  return kb.db.transaction(async () => {
    if (known && exists) {
      await kb.categories.update(known.targetId, input, actor);
      const record = { ...known, sourceHash, frontMatter: headOf(item) };
      await sources.save(item.key, 'category', record);
      return { id: known.targetId, outcome: 'updated', record };
    }
    // An existing category with the same slug is filled, not duplicated.
    const present = childWithSlug(run, parentId, item);
    const id =
      present ??
      (
        await kb.categories.create(
          { ...input, ...slugOf(run, item, parentId), locale: item.locale, description: item.description },
          actor,
        )
      ).id;
    if (present !== undefined && ruleId !== undefined) await kb.categories.update(id, { ruleId }, actor);
    for (const path of oldPaths(item)) {
      await kb.redirects.add({ locale: localeOf(item), path, kind: 'category', targetId: id });
    }
    const record = { targetId: id, sourceHash, ...UNWRITTEN, frontMatter: headOf(item) };
    await sources.save(item.key, 'category', record);
    return { id, outcome: present === undefined ? 'created' : 'updated', record };
  });
}

/** Creates the article of an item, or updates everything except its text, which follows in pass 2. */
export async function importArticle(run: ImportRun, item: ImportItem): Promise<ImportTarget> {
  const { kb, sources, dryRun, update, author = null, unfilteredHtml } = run;
  const known = run.known.get(item.key) ?? null;
  const sourceHash = fingerprint(item);
  const existing = known && (await kb.articles.get(known.targetId));
  if (known && existing && (known.sourceHash === sourceHash || update === 'skip'))
    return { id: known.targetId, outcome: 'unchanged', record: known };
  const isRuled = item.access !== null || (item.attachments ?? []).some(({ access }) => access !== null);
  assertMayImport(run, isRuled, existing);
  const status = existing ? existing.status : stateOf(run, item);
  if (dryRun) return { id: known?.targetId ?? DRY_ID, outcome: existing ? 'updated' : 'created', record: null };

  const actor = { user: author, source: 'import' as const, unfilteredHtml };
  const input: ArticleInput & { title: string } = {
    title: item.title,
    excerpt: item.description,
    categoryIds: categoriesOf(run, item),
    tags: item.tags,
    menuOrder: item.order ?? 0,
    sticky: item.sticky,
    contentFormat: item.format,
    ruleId: await ruleIdOf(run, item),
    meta: kb.metaKeys.ofFrontMatter({ ...item.meta, ...(item.author === null ? {} : { author: item.author }) }),
    redirects: oldPaths(item),
    authorId: run.mapped?.authorOf(item.author),
    translationKey: hashOf(run.name, item.translationKey),
    ...datesOf(item),
  };
  return kb.db.transaction(async () => {
    if (known && existing) {
      if (item.votes) await lockCounters(kb.db, known.targetId);
      await kb.articles.update(known.targetId, { modifiedAt: existing.modifiedAt, ...input }, actor);
      const record = { ...known, sourceHash, frontMatter: headOf(item) };
      await saveVotes(kb, known.targetId, item);
      await sources.save(item.key, 'article', record);
      return { id: known.targetId, outcome: 'updated', record };
    }
    const created = {
      ...input,
      ...slugOf(run, item, input.categoryIds?.[0] ?? 0),
      status,
      locale: item.locale,
      content: item.body,
    };
    const { id } = await kb.articles.create(created, actor);
    await saveVotes(kb, id, item);
    const record = { targetId: id, sourceHash, ...UNWRITTEN, frontMatter: headOf(item) };
    await sources.save(item.key, 'article', record);
    return { id, outcome: 'created', record };
  });
}

/** Replaces the votes of an earlier import. The caller must have created or locked the article. */
async function saveVotes({ db }: KnowledgeBase, articleId: number, { votes }: ImportItem): Promise<void> {
  if (!votes) return;
  const { yes: helpful_yes, no: helpful_no } = votes;
  await setImportedVotes(db, articleId, { ...NO_STARS, helpful_yes, helpful_no });
}

/** Stores the access rule of an item; undefined if the source has none, which keeps the current rule. */
export async function ruleIdOf(
  { kb: { access, hashPassword, unknownNames }, report }: Pick<ImportRun, 'kb' | 'report'>,
  item: ImportItem,
): Promise<number | undefined> {
  if (item.access === null) return undefined;
  const { password } = item.access;
  const rule = toRule(item.access, password === undefined ? undefined : await hashPassword(password));
  if (!rule) return undefined;
  for (const unknown of await unknownNames(rule)) {
    report.warnings.push({
      key: item.key,
      message: `${unknown} The rule is imported, but this name grants no access.`,
    });
  }
  return access.rules.keep(rule);
}

/** Replaces a slug that is reserved at its position by one generated from the title. */
function slugOf({ kb, report }: ImportRun, item: ImportItem, categoryId: number): { slug?: string } {
  if (!isReservedIn(kb.categories.tree(), item.slug, { categoryId, locale: localeOf(item) }))
    return { slug: item.slug };
  const message = `"${item.slug}" is reserved for a page or a language. It was imported with another slug.`;
  report.warnings.push({ key: item.key, message });
  return {};
}

/** Imports a scheduled article without a publication date as a draft. */
function stateOf({ report, status: wanted }: ImportRun, { key, date, ...item }: ImportItem): SourceState {
  const status = stateAt(wanted ?? item.status, date, new Date());
  if (status !== 'future' || date) return status;
  report.warnings.push({ key, message: 'It is scheduled without a date. It was imported as a draft.' });
  return 'draft';
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

/** Hashes everything the file contains, so that any change counts. Of a password, only its presence counts. */
function fingerprint(item: ImportItem): string {
  return hashOf(JSON.stringify(withoutPassword(item)));
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

function childWithSlug({ kb }: ImportRun, parentId: number, item: ImportItem): number | undefined {
  const tree = kb.categories.tree();
  const siblings = parentId === 0 ? tree.roots(localeOf(item)) : (tree.get(parentId)?.children ?? []);
  return siblings.find((sibling) => sibling.slug === item.slug)?.id;
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

/** Returns the locale in lower case, as the database stores it. */
export function localeOf(item: ImportItem): string {
  return item.locale.toLowerCase();
}

function datesOf(item: ImportItem): Pick<ArticleInput, 'createdAt' | 'modifiedAt' | 'publishedAt'> {
  const modified = item.updated ?? item.date;
  return {
    ...(item.date ? { createdAt: item.date, publishedAt: item.date } : {}),
    ...(modified ? { modifiedAt: modified } : {}),
  };
}
