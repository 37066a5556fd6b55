import { contains, type Database } from '../../../../../database.js';
import type { ImportedItem } from '../imported-item.js';
import type { Tally } from '../report.js';
import { hashOf } from '../sources.js';

export const OUTCOMES = ['created', 'updated', 'unchanged'] as const satisfies readonly (keyof Tally)[];

export interface ItemFilter {
  readonly outcome?: keyof Tally | undefined;
  readonly kind?: ImportedItem['kind'] | undefined;
  /** Substring of the key or the title. */
  readonly search?: string | undefined;
}

/** Results of the pages of import runs. */
export interface RunItems {
  /** Records results of a run in batches. `end` writes the rest. */
  of(runId: number): { add(item: ImportedItem): Promise<void>; end(): Promise<void> };
  list(
    runId: number,
    filter: ItemFilter,
    page?: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly items: readonly ImportedItem[]; readonly total: number }>;
  /** Deletes results of all other runs. */
  removeExceptOf(runIds: readonly number[]): Promise<void>;
}

/** Pages per statement. */
const GROUP = 50;

export function createRunItems(db: Database): RunItems {
  const rowsOf = (runId: number, { outcome, kind, search = '' }: ItemFilter) => {
    let rows = db.query.selectFrom('kb_import_items').where('run_id', '=', runId);
    if (outcome) rows = rows.where('outcome', '=', outcome);
    if (kind) rows = rows.where('kind', '=', kind);
    if (search !== '') {
      rows = rows.where(({ or, ref, fn }) => {
        const part = search.toLowerCase();
        return or([contains(fn('lower', [ref('place')]), part), contains(fn('lower', [ref('title')]), part)]);
      });
    }
    return rows;
  };

  async function keep(runId: number, items: readonly ImportedItem[]): Promise<void> {
    const values = items.map(({ kind, key, title, outcome, id }) => ({
      run_id: runId,
      key_hash: hashOf(kind, key),
      place: key,
      kind,
      title,
      outcome,
      target_id: id,
    }));
    await db.transaction(async () => {
      // A resumed import repeats pages it already recorded; keep the first result.
      const rows = await db.query
        .selectFrom('kb_import_items')
        .select('key_hash')
        .where('run_id', '=', runId)
        .where(
          'key_hash',
          'in',
          values.map(({ key_hash }) => key_hash),
        )
        .execute();
      const seen = new Set(rows.map(({ key_hash }) => key_hash));
      const fresh = new Map(values.filter(({ key_hash }) => !seen.has(key_hash)).map((row) => [row.key_hash, row]));
      if (fresh.size > 0)
        await db.query
          .insertInto('kb_import_items')
          .values([...fresh.values()])
          .execute();
    });
  }

  return {
    of(runId) {
      let waiting: ImportedItem[] = [];
      async function end(): Promise<void> {
        const items = waiting;
        waiting = [];
        if (items.length > 0) await keep(runId, items);
      }
      return {
        async add(item) {
          waiting.push(item);
          if (waiting.length >= GROUP) await end();
        },
        end,
      };
    },
    async list(runId, filter, page) {
      const { total } = await rowsOf(runId, filter)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      let rows = rowsOf(runId, filter).selectAll().orderBy('id');
      if (page) rows = rows.limit(page.limit).offset(page.offset);
      const items = (await rows.execute()).map(({ kind, place, title, outcome, target_id }) => ({
        kind: kind as ImportedItem['kind'],
        key: place,
        title,
        outcome: outcome as keyof Tally,
        id: target_id,
      }));
      return { items, total: Number(total) };
    },
    async removeExceptOf(runIds) {
      const items = db.query.deleteFrom('kb_import_items');
      await (runIds.length === 0 ? items : items.where('run_id', 'not in', [...runIds])).execute();
    },
  };
}
