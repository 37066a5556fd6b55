import { bool, type Database, json, utc } from '../../../index.js';
import type { Source } from './source.js';
import '../tables/sources.js';

/** What is kept of a source between two runs. */
export interface SourceState {
  readonly id: number;
  readonly cursor: string;
  readonly lastAsked: Date | null;
}

/** The rows of sources, also of those that are put together in code. Within transactions of the run. */
export interface SourceRows {
  /** @returns null for one that was never asked */
  read(name: string): Promise<SourceState | null>;
  /** Notes that it is asked now. @returns how it stood before */
  begin(source: Pick<Source, 'kind' | 'name'>, now: Date): Promise<SourceState>;
  /** Keeps up to where it was read. */
  keepCursor(id: number, cursor: string, now: Date): Promise<void>;
  /** @param error empty for none */
  end(id: number, status: 'failed' | 'ok' | 'skipped', error: string, now: Date): Promise<void>;
}

export function createSourceRows(db: Database): SourceRows {
  const read: SourceRows['read'] = async (name) => {
    const rows = db.query.selectFrom('bank_sources').select(['id', 'cursor', 'last_started_at']);
    const row = await rows.where('name', '=', name).executeTakeFirst();
    if (!row) return null;
    const { id, cursor, last_started_at: asked } = row;
    return { id, cursor, lastAsked: asked === null ? null : utc.decode(asked) };
  };
  const change = (id: number) => db.query.updateTable('bank_sources').where('id', '=', id);

  return {
    read,
    async begin({ name, kind }, now) {
      const at = utc.encode(now);
      const known = await read(name);
      if (known) {
        await change(known.id).set({ last_started_at: at }).execute();
        return known;
      }
      const id = await db.insert('bank_sources', {
        ...{ name, kind, is_enabled: bool.encode(true), settings: json.encode({}), secret: '', cursor: '' },
        ...{ last_started_at: at, last_status: '', last_error: '', created_at: at, updated_at: at },
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
