import { contains, type Database, groupBy, HostError, json, type Outbox, utc, type Versions } from '../../../index.js';
import { changeOnce } from '../change-once.js';
import type { Actor } from '../hooks/article-hooks.js';
import { createLatest } from '../latest.js';
import type { Analyzer } from '../search/analyzer.js';
import { checkGroup, keyOfGroup } from './check-group.js';
import { readGroups, toGroup } from './read-groups.js';
import type { LocaleGroup, StoredGroup } from './stored-group.js';

/** The version row that changes of synonyms bump. */
export const SYNONYMS_VERSION = 'kb_synonyms';

/** Which groups of a list are wanted. */
export interface GroupFilter {
  readonly locale?: string | undefined;
  /** Part of one of their entries. */
  readonly search?: string | undefined;
  /** Those that lead one way, or those whose words find each other and nothing else. */
  readonly direction?: 'one-way' | 'two-way' | undefined;
}

/** A group that is to be added, and in which line of a file it stands. */
export interface GivenGroup extends LocaleGroup {
  readonly line?: number;
}

/** What would become of a group that is added. */
export type ExaminedGroup =
  | { readonly outcome: 'known' | 'new'; readonly given: GivenGroup; readonly group: LocaleGroup }
  | { readonly outcome: 'invalid'; readonly given: GivenGroup; readonly error: HostError };

/** The synonyms that editors keep: search is asked with them in every process. */
export interface SynonymGroups {
  /** Those of a locale, as of the last change this process has heard of. */
  of(locale: string): readonly LocaleGroup[];
  refresh(): Promise<void>;
  /** By locale, then the oldest first. */
  list(
    page: GroupFilter & { readonly limit?: number; readonly offset?: number },
  ): Promise<{ readonly groups: StoredGroup[]; readonly total: number }>;
  /** The locales that there are groups of, in order. */
  locales(): Promise<string[]>;
  /** @throws HostError 404 `vendor_kb_synonym_not_found` */
  get(id: number): Promise<StoredGroup>;
  /** @throws HostError 400 `vendor_kb_invalid_synonym` with `params`, 409 `vendor_kb_synonym_exists` */
  create(group: LocaleGroup, actor: Actor): Promise<StoredGroup>;
  /** What is not said stays. @throws HostError as {@link get} and {@link create} */
  update(id: number, changes: Partial<LocaleGroup>, actor: Actor): Promise<StoredGroup>;
  /** @returns what it was @throws HostError 404 `vendor_kb_synonym_not_found` */
  delete(id: number, actor: Actor): Promise<StoredGroup>;
  /** What {@link add} would do with each of them, without doing it. */
  examine(groups: readonly GivenGroup[]): Promise<ExaminedGroup[]>;
  /**
   * Adds those that are not there yet, all or none.
   * @returns how many
   * @throws HostError 400 `vendor_kb_invalid_synonym`, which names the line
   */
  add(groups: readonly GivenGroup[], actor: Actor): Promise<number>;
}

export function createSynonymGroups(parts: {
  readonly db: Database;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly versions: Pick<Versions, 'bump'>;
  readonly analyzerOf: (locale: string) => Analyzer;
}): SynonymGroups {
  const { db, outbox, analyzerOf } = parts;
  const rows = () => db.query.selectFrom('kb_synonyms').selectAll();
  const { current, refresh } = createLatest<ReadonlyMap<string, readonly LocaleGroup[]>>(new Map(), async () =>
    groupBy(await readGroups(db), ({ locale }) => locale),
  );

  async function get(id: number): Promise<StoredGroup> {
    const row = await rows().where('id', '=', id).executeTakeFirst();
    if (!row) throw synonymNotFound(id);
    return toGroup(row);
  }

  const locked = async (id: number): Promise<StoredGroup> => {
    const row = await rows().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw synonymNotFound(id);
    return toGroup(row);
  };

  const columnsOf = (group: LocaleGroup) => ({
    ...{ locale: group.locale, group_key: keyOfGroup(group) },
    ...{ words: json.encode(group.words), also: json.encode(group.also), updated_at: utc.encode(new Date()) },
  });

  async function insert(group: LocaleGroup, actor: Actor): Promise<StoredGroup> {
    const columns = columnsOf(checkGroup(group, analyzerOf));
    const stored = await get(await db.insert('kb_synonyms', { ...columns, created_at: columns.updated_at }));
    await outbox.announce('vendor_kb_synonym_saved', stored, null, actor);
    return stored;
  }

  function wanted({ locale, search = '', direction }: GroupFilter) {
    let found = rows();
    if (locale !== undefined) found = found.where('locale', '=', locale);
    if (direction) found = found.where('also', direction === 'two-way' ? '=' : '!=', json.encode([]));
    if (search === '') return found;
    const part = search.toLowerCase();
    return found.where((eb) =>
      eb.or([contains(eb.fn('lower', ['words']), part), contains(eb.fn('lower', ['also']), part)]),
    );
  }

  async function examine(groups: readonly GivenGroup[]): Promise<ExaminedGroup[]> {
    const known = await db.query.selectFrom('kb_synonyms').select(['locale', 'group_key']).execute();
    const keys = new Set(known.map((row) => `${row.locale} ${row.group_key}`));
    return groups.map((given): ExaminedGroup => {
      try {
        const group = checkGroup(given, analyzerOf);
        const key = `${group.locale} ${keyOfGroup(group)}`;
        const outcome = keys.has(key) ? 'known' : 'new';
        keys.add(key);
        return { outcome, given, group };
      } catch (error) {
        if (!(error instanceof HostError)) throw error;
        return { outcome: 'invalid', given, error };
      }
    });
  }

  const changed = <T>(work: () => Promise<T>): Promise<T> =>
    changeOnce(parts, { version: SYNONYMS_VERSION, taken: synonymExists }, work);

  return {
    of: (locale) => current().get(locale) ?? [],
    refresh,
    get,
    async list({ limit, offset = 0, ...filter }) {
      const all = wanted(filter);
      const ordered = all.orderBy('locale').orderBy('id');
      const [found, count] = await Promise.all([
        (limit === undefined ? ordered : ordered.limit(limit).offset(offset)).execute(),
        all
          .clearSelect()
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .executeTakeFirst(),
      ]);
      return { groups: found.map(toGroup), total: Number(count?.total ?? 0) };
    },
    async locales() {
      const found = await db.query.selectFrom('kb_synonyms').select('locale').distinct().orderBy('locale').execute();
      return found.map(({ locale }) => locale);
    },
    create: (group, actor) => changed(() => insert(group, actor)),
    update: (id, changes, actor) =>
      changed(async () => {
        const before = await locked(id);
        const { locale, words, also } = { ...before, ...changes };
        const columns = columnsOf(checkGroup({ locale, words, also }, analyzerOf));
        await db.query.updateTable('kb_synonyms').set(columns).where('id', '=', id).execute();
        const after = await get(id);
        await outbox.announce('vendor_kb_synonym_saved', after, before, actor);
        return after;
      }),
    delete: (id, actor) =>
      changed(async () => {
        const before = await locked(id);
        await db.query.deleteFrom('kb_synonyms').where('id', '=', id).execute();
        await outbox.announce('vendor_kb_synonym_deleted', before, actor);
        return before;
      }),
    examine,
    add: (groups, actor) =>
      changed(async () => {
        const examined = await examine(groups);
        for (const each of examined) if (each.outcome === 'invalid') throw inLine(each);
        const fresh = examined.flatMap((each) => (each.outcome === 'new' ? [each.group] : []));
        for (const group of fresh) await insert(group, actor);
        return fresh.length;
      }),
  };
}

/** The error says which line of a file is meant. */
function inLine({ given: { line }, error }: Extract<ExaminedGroup, { outcome: 'invalid' }>): HostError {
  if (line === undefined) return error;
  return new HostError('vendor_kb_invalid_synonym', `Line ${line}: ${error.message}`, { ...error.data, status: 400 });
}

function synonymNotFound(id: number): HostError {
  return new HostError('vendor_kb_synonym_not_found', `There is no group of synonyms ${id}.`, { status: 404 });
}

function synonymExists(): HostError {
  const message = 'The same group is there already in this locale. Change that one instead.';
  return new HostError('vendor_kb_synonym_exists', message, { status: 409 });
}
