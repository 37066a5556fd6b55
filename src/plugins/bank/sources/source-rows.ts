import { bool, type Database, json, utc } from '../../../database.js';
import type { Source } from './source.js';
import '../tables/sources.js';

/** State of a source between two runs. */
export interface SourceState {
  readonly id: number;
  readonly cursor: string;
  readonly lastAsked: Date | null;
}

/** Rows of all sources, including those defined in code. Call within a transaction of the run. */
export interface SourceRows {
  /** Returns the state of a source; null if it was never fetched. */
  read(name: string): Promise<SourceState | null>;
  /**
   * Records the start of a fetch.
   * @returns the previous state
   */
  begin(source: Pick<Source, 'kind' | 'name'>, now: Date): Promise<SourceState>;
  /** Stores the cursor. */
  keepCursor(id: number, cursor: string, now: Date): Promise<void>;
  /**
   * Records the end of a fetch.
   * @param error empty for none
   */
  end(id: number, status: 'failed' | 'ok' | 'skipped', error: string, now: Date): Promise<void>;
}

export function createSourceRows(db: Database): SourceRows {
  const read: SourceRows['read'] = async (name) => {
    const rows = db.query.selectFrom('bank_sources').select(['id', 'cursor', 'last_started_at']);
    const row = await rows.where('name', '=', name).executeTakeFirst();
    if (!row) return null;
    const { id, cursor, last_started_at: lastStarted } = row;
    return { id, cursor, lastAsked: lastStarted === null ? null : utc.decode(lastStarted) };
  };
  const change = (id: number) => db.query.updateTable('bank_sources').where('id', '=', id);

  return {
    read,
    async begin({ name, kind }, now) {
      const at = utc.encode(now);
      const row = await read(name);
      if (row) {
        await change(row.id).set({ last_started_at: at }).execute();
        return row;
      }
      const id = await db.insert('bank_sources', {
        name,
        kind,
        is_enabled: bool.encode(true),
        settings: json.encode({}),
        secret: '',
        cursor: '',
        last_started_at: at,
        last_status: '',
        last_error: '',
        created_at: at,
        updated_at: at,
      });
      return { id, cursor: '', lastAsked: null };
    },
    async keepCursor(id, cursor, now) {
      await change(id)
        .set({ cursor, updated_at: utc.encode(now) })
        .execute();
    },
    async end(id, status, error, now) {
      await change(id)
        .set({ last_status: status, last_error: error, updated_at: utc.encode(now) })
        .execute();
    },
  };
}
