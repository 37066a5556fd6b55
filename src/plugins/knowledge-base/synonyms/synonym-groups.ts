import {
  type Database,
  groupBy,
  HostError,
  json,
  type Outbox,
  type Selectable,
  type Tables,
  utc,
  type Versions,
} from '../../../index.js';
import { changeOnce } from '../change-once.js';
import type { Actor } from '../hooks/article-hooks.js';
import { createLatest } from '../latest.js';
import type { Analyzer } from '../search/analyzer.js';
import { checkGroup, keyOfGroup } from './check-group.js';
import type { LocaleGroup, StoredGroup } from './stored-group.js';

/** The version row that changes of synonyms bump. */
export const SYNONYMS_VERSION = 'kb_synonyms';

/** The synonyms that editors keep: search is asked with them in every process. */
export interface SynonymGroups {
  /** Those of a locale, as of the last change this process has heard of. */
  of(locale: string): readonly LocaleGroup[];
  refresh(): Promise<void>;
  /** By locale, then the oldest first. @param locale those of this one */
  list(page: { readonly locale?: string | undefined; readonly limit?: number; readonly offset?: number }): Promise<{
    readonly groups: StoredGroup[];
    readonly total: number;
  }>;
  /** @throws HostError 404 `vendor_kb_synonym_not_found` */
  get(id: number): Promise<StoredGroup>;
  /** @throws HostError 400 `vendor_kb_invalid_synonym` with `params`, 409 `vendor_kb_synonym_exists` */
  create(group: LocaleGroup, actor: Actor): Promise<StoredGroup>;
  /** What is not said stays. @throws HostError as {@link get} and {@link create} */
  update(id: number, changes: Partial<LocaleGroup>, actor: Actor): Promise<StoredGroup>;
  /** @returns what it was @throws HostError 404 `vendor_kb_synonym_not_found` */
  delete(id: number, actor: Actor): Promise<StoredGroup>;
  /**
   * Adds those that are not there yet, all or none.
   * @param groups `line` is where they stand in a file, for errors
   * @returns how many
   * @throws HostError 400 `vendor_kb_invalid_synonym`
   */
  add(groups: readonly (LocaleGroup & { readonly line?: number })[], actor: Actor): Promise<number>;
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
    groupBy((await rows().orderBy('id').execute()).map(toGroup), ({ locale }) => locale),
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
    const columns = columnsOf(checkGroup(group, analyzerOf(group.locale)));
    const stored = await get(await db.insert('kb_synonyms', { ...columns, created_at: columns.updated_at }));
    await outbox.announce('vendor_kb_synonym_saved', stored, null, actor);
    return stored;
  }

  const changed = <T>(work: () => Promise<T>): Promise<T> =>
    changeOnce(parts, { version: SYNONYMS_VERSION, taken: synonymExists }, work);

  return {
    of: (locale) => current().get(locale) ?? [],
    refresh,
    get,
    async list({ locale, limit, offset = 0 }) {
      const all = locale === undefined ? rows() : rows().where('locale', '=', locale);
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
    create: (group, actor) => changed(() => insert(group, actor)),
    update: (id, changes, actor) =>
      changed(async () => {
        const before = await locked(id);
        const { locale, words, also } = { ...before, ...changes };
        const columns = columnsOf(checkGroup({ locale, words, also }, analyzerOf(locale)));
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
    add: (groups, actor) =>
      changed(async () => {
        const known = await db.query.selectFrom('kb_synonyms').select(['locale', 'group_key']).execute();
        const keys = new Set(known.map((row) => `${row.locale} ${row.group_key}`));
        let added = 0;
        for (const given of groups) {
          const group = inLine(given.line, () => checkGroup(given, analyzerOf(given.locale)));
          const key = `${group.locale} ${keyOfGroup(group)}`;
          if (keys.has(key)) continue;
          keys.add(key);
          await insert(group, actor);
          added += 1;
        }
        return added;
      }),
  };
}

function toGroup(row: Selectable<Tables['kb_synonyms']>): StoredGroup {
  return {
    id: row.id,
    locale: row.locale,
    words: json.decode(row.words) as string[],
    also: json.decode(row.also) as string[],
    createdAt: utc.decode(row.created_at),
    updatedAt: utc.decode(row.updated_at),
  };
}

/** An error says which line of a file is meant. */
function inLine<T>(line: number | undefined, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (line === undefined || !(error instanceof HostError)) throw error;
    throw new HostError('vendor_kb_invalid_synonym', `Line ${line}: ${error.message}`, { ...error.data, status: 400 });
  }
}

function synonymNotFound(id: number): HostError {
  return new HostError('vendor_kb_synonym_not_found', `There is no group of synonyms ${id}.`, { status: 404 });
}

function synonymExists(): HostError {
  const message = 'The same group is there already in this locale. Change that one instead.';
  return new HostError('vendor_kb_synonym_exists', message, { status: 409 });
}
