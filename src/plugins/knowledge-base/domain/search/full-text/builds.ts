import { type Database, type Selectable, utc } from '../../../../../database.js';
import type { Tables } from '../../../../../index.js';
import type { StoredWords } from './stored-words.js';

export type Build = Selectable<Tables['kb_search_builds']>;

/** Milliseconds before an index without updates is rebuilt; change records are kept a day longer. */
const GOOD_FOR = 6 * 24 * 60 * 60 * 1000;
/** Milliseconds before an unfinished build counts as abandoned. */
const ABANDONED_AFTER = 24 * 60 * 60 * 1000;
/** Rows deleted per statement. */
const BATCH = 500;

/** Index builds in `kb_search_texts`: the active one, those in progress, and leftovers. */
export interface Builds {
  /** Returns the active build; null if there is none. */
  current(): Promise<Build | null>;
  /** Returns the last change of the active build; null if it was built from another state or has expired. */
  lastChange(madeFrom: string): Promise<number | null>;
  advance(change: number): Promise<void>;
  /** Returns the active build and those in progress. Changes must be written to all of them. */
  writable(): Promise<number[]>;
  begin(madeFrom: string, change: number): Promise<number>;
  /** Activates a build and deletes older ones. */
  finish(id: number): Promise<void>;
  /** Deletes a failed build. */
  drop(id: number): Promise<void>;
}

export function createBuilds(db: Database, words: Pick<StoredWords, 'drop'>): Builds {
  const builds = () => db.query.selectFrom('kb_search_builds').selectAll();
  const ago = (duration: number): string => utc.encode(new Date(Date.now() - duration));

  async function current(): Promise<Build | null> {
    const row = await builds().where('is_whole', '=', 1).orderBy('id', 'desc').limit(1).executeTakeFirst();
    return row ?? null;
  }

  async function drop(id: number): Promise<void> {
    // Texts first: if interrupted, their build row still exists and the deletion can be repeated.
    for (;;) {
      const texts = db.query.selectFrom('kb_search_texts').select('id').where('build_id', '=', id);
      const ids = (await texts.limit(BATCH).execute()).map((row) => row.id);
      if (ids.length === 0) break;
      await db.query.deleteFrom('kb_search_texts').where('build_id', '=', id).where('id', 'in', ids).execute();
    }
    await words.drop(id);
    await db.query.deleteFrom('kb_search_builds').where('id', '=', id).execute();
  }

  return {
    current,
    async lastChange(madeFrom) {
      const build = await current();
      if (build?.made_from !== madeFrom || build.touched_at < ago(GOOD_FOR)) return null;
      return build.last_change;
    },
    async advance(change) {
      const build = await current();
      if (!build || build.last_change >= change) return;
      await db.query
        .updateTable('kb_search_builds')
        .set({ last_change: change, touched_at: utc.encode(new Date()) })
        .where('id', '=', build.id)
        .execute();
    },
    async writable() {
      const [answering, created] = await Promise.all([
        current(),
        builds().where('is_whole', '=', 0).where('touched_at', '>', ago(ABANDONED_AFTER)).execute(),
      ]);
      return [...(answering ? [answering.id] : []), ...created.map(({ id }) => id)];
    },
    begin: (madeFrom, change) =>
      db.insert('kb_search_builds', {
        made_from: madeFrom,
        last_change: change,
        is_whole: 0,
        touched_at: utc.encode(new Date()),
      }),
    async finish(id) {
      const whole = { is_whole: 1, touched_at: utc.encode(new Date()) } as const;
      await db.query.updateTable('kb_search_builds').set(whole).where('id', '=', id).execute();
      const older = await builds()
        .where('id', '<', id)
        .where((where) => where.or([where('is_whole', '=', 1), where('touched_at', '<', ago(ABANDONED_AFTER))]))
        .execute();
      for (const build of older) await drop(build.id);
    },
    drop,
  };
}
