import { setImmediate as nextTurn } from 'node:timers/promises';
import { freeSlug, slugify } from '../../../../content.js';
import { HostError } from '../../../../index.js';
import { toRule } from '../../domain/access/rule.js';
import type { Article } from '../../domain/articles/article.js';
import { normaliseTags } from '../../domain/articles/article-edit.js';
import { articleSlugs, categoriesIn, isReservedIn, type Place } from '../../domain/categories/address-space.js';
import { assertDepth } from '../../domain/categories/categories.js';
import type { Category } from '../../domain/categories/category-tree.js';
import { slugTaken } from '../../domain/errors.js';
import { assertLocale } from '../../domain/locale.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { assertMayImport, assertMayImportCategory } from './import-access.js';
import type { ImportRun } from './import-run.js';
import type { ImportItem, ImportProblem, SourceState } from './item.js';
import type { ImportPlan, PlannedItem } from './planned-item.js';
import type { Tally } from './report.js';
import { stateAt } from './source-state.js';
import { hashOf, type SourceRecord } from './sources.js';
import { withoutPassword } from './without-password.js';

type PlanRun = Omit<ImportRun, 'index' | 'media' | 'plan' | 'report' | 'targets'>;

/** Articles per query. */
const AT_ONCE = 100;

/**
 * Decides about every category and article of a source. Reads the database and changes nothing. Whatever an import
 * would reject is a problem here, so that a dry run and the import report the same.
 */
export async function planImport(run: PlanRun): Promise<ImportPlan> {
  const items = new Map<string, PlannedItem>();
  const problems: ImportProblem[] = [];
  const warnings: { key: string; message: string }[] = [];
  const places = createPlaces(run, items);
  const pages = run.source.items.filter(({ kind }) => kind !== 'redirect');
  for (let start = 0; start < pages.length && !run.signal?.aborted; start += AT_ONCE) {
    // An in-process database never yields to the event loop, which signals and timers need.
    await nextTurn();
    const some = pages.slice(start, start + AT_ONCE);
    const existing = await existingArticles(run, some);
    for (const light of some) {
      const item = (await run.source.load?.(light)) ?? light;
      const warn = (message: string): void => void warnings.push({ key: item.key, message });
      try {
        const record = run.records.get(item.key) ?? null;
        const planned =
          item.kind === 'category'
            ? await planCategory(run, places, item, record, warn)
            : await planArticle(run, places, item, record && (existing.get(record.targetId) ?? null), record, warn);
        items.set(item.key, planned);
        places.take(item, planned);
        if (planned.outcome !== 'unchanged') for (const name of await unknownNames(run.kb, item)) warn(name);
      } catch (error) {
        if (!(error instanceof HostError) || error.status >= 500) throw error;
        problems.push({ key: item.key, code: error.code, message: error.message });
      }
    }
  }
  return { items, problems, warnings };
}

async function existingArticles({ kb, records }: PlanRun, items: readonly ImportItem[]): Promise<Map<number, Article>> {
  const ids = items.flatMap(({ key, kind }) => (kind === 'article' ? (records.get(key)?.targetId ?? []) : []));
  return new Map((await kb.articles.getMany(ids)).map((article) => [article.id, article]));
}

async function planCategory(
  run: PlanRun,
  places: Places,
  item: ImportItem,
  sourceRecord: SourceRecord | null,
  warn: (message: string) => void,
): Promise<PlannedItem> {
  const { kb, update } = run;
  const tree = kb.categories.tree();
  const sourceHash = fingerprint(item);
  const existingAs = (outcome: keyof Tally, category: Category, record: SourceRecord | null): PlannedItem => {
    const { id, slug, path, depth } = category;
    return { outcome, id, record, sourceHash, slug, path, depth, status: item.status };
  };
  const mapped = run.mapped?.categoryOf(item);
  if (mapped !== undefined) return existingAs('unchanged', kb.categories.get(mapped), null);
  const present = sourceRecord ? tree.get(sourceRecord.targetId) : undefined;
  if (sourceRecord && present && (sourceRecord.sourceHash === sourceHash || update === 'skip'))
    return existingAs('unchanged', present, sourceRecord);
  assertMayImportCategory(run, item.access !== null, present?.id);
  assertLocale(localeOf(item));
  const parent = places.parentOf(item);
  assertDepth(parent.depth + 1);
  if (present) {
    const path = joined(parent.path, present.slug);
    return { ...existingAs('updated', present, sourceRecord), path, depth: parent.depth + 1 };
  }
  // An existing category with the same slug is filled, not duplicated.
  const twin = places.categoryAt(item, parent, item.slug);
  if (twin) return existingAs('updated', twin, null);
  const slug = await places.chooseSlug(item, parent, 'category', warn);
  const path = joined(parent.path, slug);
  return {
    outcome: 'created',
    id: null,
    record: null,
    sourceHash,
    slug,
    path,
    depth: parent.depth + 1,
    status: item.status,
  };
}

async function planArticle(
  run: PlanRun,
  places: Places,
  item: ImportItem,
  existing: Article | null,
  record: SourceRecord | null,
  warn: (message: string) => void,
): Promise<PlannedItem> {
  const { kb, update } = run;
  const sourceHash = fingerprint(item);
  const planned = { id: existing?.id ?? null, record: existing && record, sourceHash, depth: 0 };
  if (record && existing && (record.sourceHash === sourceHash || update === 'skip')) {
    const path = kb.articles.pathOf(existing);
    return { ...planned, outcome: 'unchanged', slug: existing.slug, path, status: item.status };
  }
  const isRuled = item.access !== null || (item.attachments ?? []).some(({ access }) => access !== null);
  assertMayImport(run, isRuled, existing);
  assertLocale(localeOf(item));
  normaliseTags(item.tags);
  const parent = places.parentOf(item);
  const status = existing ? item.status : stateOf(run, item, warn);
  const isMoved = existing !== null && existing.categoryIds[0] !== parent.id;
  if (isMoved) await places.assertFree(item, parent, existing.slug);
  const slug = existing ? existing.slug : await places.chooseSlug(item, parent, 'article', warn);
  return { ...planned, outcome: existing ? 'updated' : 'created', slug, path: joined(parent.path, slug), status };
}

/** Category that an item will be in. */
interface ParentPlace {
  /** Null for a category that the import creates. */
  readonly id: number | null;
  readonly path: string;
  readonly depth: number;
  /** Distinguishes new categories. */
  readonly key: string;
}

interface Places {
  /** @throws HostError 422 `vendor_kb_import_invalid` if the parent category cannot be imported */
  parentOf(item: ImportItem): ParentPlace;
  categoryAt(item: ImportItem, parent: ParentPlace, slug: string): Category | undefined;
  /** Returns the slug, or one made of the title if it is reserved. @throws HostError 409 `vendor_kb_slug_taken` */
  chooseSlug(
    item: ImportItem,
    parent: ParentPlace,
    kind: 'article' | 'category',
    warn: (message: string) => void,
  ): Promise<string>;
  /** @throws HostError 409 `vendor_kb_slug_taken` */
  assertFree(item: ImportItem, parent: ParentPlace, slug: string): Promise<void>;
  take(item: ImportItem, planned: PlannedItem): void;
}

function createPlaces({ kb, under = 0 }: PlanRun, items: ReadonlyMap<string, PlannedItem>): Places {
  const usedSlugs = new Set<string>();
  const tree = kb.categories.tree();
  const nameOf = (item: ImportItem, parent: ParentPlace, slug: string): string =>
    `${localeOf(item)}\n${parent.id ?? parent.key}\n${slug}`;

  function parentOf({ key, parentKey }: ImportItem): ParentPlace {
    if (parentKey === null) {
      const category = under === 0 ? undefined : tree.get(under);
      return { id: under, path: category?.path ?? '', depth: category?.depth ?? 0, key };
    }
    const parent = items.get(parentKey);
    if (parent) return { id: parent.id, path: parent.path, depth: parent.depth, key: parentKey };
    const message = `Its category "${parentKey}" could not be imported. Correct the category first.`;
    throw new HostError('vendor_kb_import_invalid', message, { status: 422 });
  }

  const placeOf = (item: ImportItem, { id }: ParentPlace): Place | null =>
    id === null ? null : { categoryId: id, locale: localeOf(item) };

  function categoryAt(item: ImportItem, parent: ParentPlace, slug: string): Category | undefined {
    const place = placeOf(item, parent);
    return place ? categoriesIn(tree, place).find((category) => category.slug === slug) : undefined;
  }

  async function assertFree(item: ImportItem, parent: ParentPlace, slug: string): Promise<void> {
    const place = placeOf(item, parent);
    const isTaken =
      usedSlugs.has(nameOf(item, parent, slug)) ||
      categoryAt(item, parent, slug) !== undefined ||
      (place !== null && (await articleSlugs(kb.db, slug, place)).includes(slug));
    if (isTaken) throw slugTaken(slug);
  }

  return {
    parentOf,
    categoryAt,
    assertFree,
    async chooseSlug(item, parent, kind, warn) {
      const place = placeOf(item, parent);
      const isReserved = (slug: string): boolean => place !== null && isReservedIn(tree, slug, place);
      if (!place || !isReserved(item.slug)) {
        await assertFree(item, parent, item.slug);
        return item.slug;
      }
      warn(`"${item.slug}" is reserved for a page or a language. It was imported with another slug.`);
      const baseSlug = slugify(item.title) || kind;
      const base = isReserved(baseSlug) ? `${baseSlug}-${kind}` : baseSlug;
      const siblings = categoriesIn(tree, place).map((category) => category.slug);
      const prefix = nameOf(item, parent, '');
      const planned = [...usedSlugs].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
      return freeSlug(base, new Set([...siblings, ...planned, ...(await articleSlugs(kb.db, base, place))]));
    },
    take(item, planned) {
      usedSlugs.add(nameOf(item, parentOf(item), planned.slug));
    },
  };
}

/** Imports a scheduled article without a publication date as a draft. */
function stateOf(
  { status: requestedStatus }: PlanRun,
  { date, status: own }: ImportItem,
  warn: (message: string) => void,
): SourceState {
  const status = stateAt(requestedStatus ?? own, date, new Date());
  if (status !== 'future' || date) return status;
  warn('It is scheduled without a date. It was imported as a draft.');
  return 'draft';
}

/** Returns a sentence for each name in an access rule that no role or account has. */
export async function unknownNames(
  kb: Pick<KnowledgeBase, 'unknownNames'>,
  { access }: Pick<ImportItem, 'access'>,
): Promise<string[]> {
  const rule = access && toRule(access, access.password === undefined ? undefined : '-');
  const unknown = rule ? await kb.unknownNames(rule) : [];
  return unknown.map((name) => `${name} The rule is imported, but this name grants no access.`);
}

function joined(path: string, slug: string): string {
  return path === '' ? slug : `${path}/${slug}`;
}

/** Returns the locale in lower case, as the database stores it. */
export function localeOf(item: Pick<ImportItem, 'locale'>): string {
  return item.locale.toLowerCase();
}

/** Hashes everything the file contains, so that any change counts. Of a password, only its presence counts. */
function fingerprint(item: ImportItem): string {
  return hashOf(JSON.stringify(withoutPassword(item)));
}
