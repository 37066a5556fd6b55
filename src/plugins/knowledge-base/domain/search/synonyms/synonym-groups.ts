import { type Database, json, utc } from '../../../../../database.js';
import { HostError } from '../../../../../index.js';
import type { Versions } from '../../../../../services.js';
import { groupBy } from '../../../../../utilities.js';
import type { Outbox } from '../../../../../webhooks.js';
import type { Actor } from '../../articles/actor.js';
import { changeOnce } from '../../change-once.js';
import { createLatest } from '../../reloadable-value.js';
import type { Analyzer } from '../analyzer.js';
import { checkGroup, keyOfGroup } from './check-group.js';
import type { LocaleGroup, StoredGroup } from './read-groups.js';
import { readGroups, toGroup } from './synonym-list.js';

/** Version row bumped by changes to synonyms. */
export const SYNONYMS_VERSION = 'kb_synonyms';

/** A group to add, with its line in a file. */
export interface GroupInput extends LocaleGroup {
  readonly line?: number;
}

/** Outcome of adding a group. */
export type ExaminedGroup =
  | { readonly outcome: 'known' | 'new'; readonly input: GroupInput; readonly group: LocaleGroup }
  | { readonly outcome: 'invalid'; readonly input: GroupInput; readonly error: HostError };

/** Stores the editors' synonyms, which apply to searches in every process. */
export interface SynonymGroups {
  /** Returns the groups of a locale, as of the latest change known to this process. */
  of(locale: string): readonly LocaleGroup[];
  refresh(): Promise<void>;
  /** Returns the locales with groups, sorted. */
  locales(): Promise<string[]>;
  /** Returns a group. @throws HostError 404 `vendor_kb_synonym_not_found` */
  get(id: number): Promise<StoredGroup>;
  /**
   * Creates a group. @throws HostError 400 `vendor_kb_invalid_synonym` with `params`, 409 `vendor_kb_synonym_exists`
   */
  create(group: LocaleGroup, actor: Actor): Promise<StoredGroup>;
  /** Updates a group. Absent members stay. @throws HostError as {@link get} and {@link create} */
  update(id: number, changes: Partial<LocaleGroup>, actor: Actor): Promise<StoredGroup>;
  /**
   * Deletes a group.
   * @returns the deleted group
   * @throws HostError 404 `vendor_kb_synonym_not_found`
   */
  delete(id: number, actor: Actor): Promise<StoredGroup>;
  /** Previews the outcome of {@link add} for each group. */
  examine(groups: readonly GroupInput[]): Promise<ExaminedGroup[]>;
  /**
   * Adds the missing groups, all or none.
   * @returns number of groups added
   * @throws HostError 400 `vendor_kb_invalid_synonym`, which names the line
   */
  add(groups: readonly GroupInput[], actor: Actor): Promise<number>;
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
    locale: group.locale,
    group_key: keyOfGroup(group),
    words: json.encode(group.words),
    also: json.encode(group.also),
    updated_at: utc.encode(new Date()),
  });

  async function insert(group: LocaleGroup, actor: Actor): Promise<StoredGroup> {
    const columns = columnsOf(checkGroup(group, analyzerOf));
    const stored = await get(await db.insert('kb_synonyms', { ...columns, created_at: columns.updated_at }));
    await outbox.announce('vendor_kb_synonym_saved', stored, null, actor);
    return stored;
  }

  async function examine(groups: readonly GroupInput[]): Promise<ExaminedGroup[]> {
    const existing = await db.query.selectFrom('kb_synonyms').select(['locale', 'group_key']).execute();
    const keys = new Set(existing.map((row) => `${row.locale} ${row.group_key}`));
    return groups.map((input): ExaminedGroup => {
      try {
        const group = checkGroup(input, analyzerOf);
        const key = `${group.locale} ${keyOfGroup(group)}`;
        const outcome = keys.has(key) ? 'known' : 'new';
        keys.add(key);
        return { outcome, input, group };
      } catch (error) {
        if (!(error instanceof HostError)) throw error;
        return { outcome: 'invalid', input, error };
      }
    });
  }

  const changed = <T>(work: () => Promise<T>): Promise<T> =>
    changeOnce(parts, { version: SYNONYMS_VERSION, conflict: synonymExists }, work);

  return {
    of: (locale) => current().get(locale) ?? [],
    refresh,
    get,
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

/** Adds the line of the file to the error. */
function inLine({ input: { line }, error }: Extract<ExaminedGroup, { outcome: 'invalid' }>): HostError {
  if (line === undefined) return error;
  return new HostError('vendor_kb_invalid_synonym', `Line ${line}: ${error.message}`, { ...error.data, status: 400 });
}

function synonymNotFound(id: number): HostError {
  return new HostError('vendor_kb_synonym_not_found', `Synonym group ${id} does not exist.`, { status: 404 });
}

function synonymExists(): HostError {
  const message = 'The same group already exists in this locale. Edit it instead.';
  return new HostError('vendor_kb_synonym_exists', message, { status: 409 });
}
