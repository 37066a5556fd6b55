import { type Database, json } from '../../../database.js';

/** Statistics with the time they were computed. */
export interface StoredValue<Value> {
  readonly value: Value;
  /** Milliseconds since 1970. */
  readonly generatedAt: number;
}

/** Storage of statistics shared by all processes. */
export interface StoredStatistics {
  load(name: string): Promise<StoredValue<unknown> | null>;
  save(name: string, value: StoredValue<unknown>): Promise<void>;
}

export function createStoredStatistics(db: Database): StoredStatistics {
  return {
    async load(name) {
      const row = await db.query
        .selectFrom('affiliate_figures')
        .select(['value', 'generated_at'])
        .where('name', '=', name)
        .executeTakeFirst();
      return row ? { value: json.decode(row.value), generatedAt: Number(row.generated_at) } : null;
    },
    async save(name, { value, generatedAt }) {
      const changes = { value: json.encode(value), generated_at: generatedAt };
      await db.upsert('affiliate_figures', { name, ...changes }, ['name'], changes);
    },
  };
}
