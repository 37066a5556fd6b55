import type { Logger } from 'pino';
import { type Database, json, utc, type Versions } from '../../index.js';
import { CONTENT_VERSION } from './categories.js';
import type { SearchDocument, SearchEngine, SearchStats } from './search/engine.js';

/** Keeps a search engine in step with the published articles in the database. */
export interface SearchIndex {
  /** Resolves when the index has been built; the first call starts it. */
  ready(): Promise<void>;
  isReady(): boolean;
  /** Builds everything anew from the database. */
  rebuild(): Promise<void>;
  stats(): SearchStats;
  /** How the last build of it goes or went, in this process. */
  status(): IndexStatus;
  /** What the engine itself finds: ids, scores and matched terms. */
  query: SearchEngine['search'];
  /** Takes in what changed since, here or in other processes. */
  catchUp(): Promise<void>;
  close(): void;
}

export interface IndexStatus {
  /** `empty` where nobody has searched yet, or the last build failed. */
  readonly state: 'empty' | 'building' | 'ready';
  /** Articles that were taken in, of those there were. */
  readonly progress: { readonly done: number; readonly total: number };
  readonly startedAt: Date | null;
  /** Null while it is built. */
  readonly finishedAt: Date | null;
}

const BATCH = 200;
/** Concurrent commits may make lower ids visible later: changes this recent (ms) are looked through again. */
const OVERLAP = 10_000;
/** Milliseconds after which changes are forgotten: a process that slept longer builds its index anew. */
const RETENTION = 7 * 24 * 60 * 60 * 1000;

export function createSearchIndex(parts: {
  db: Database;
  engine: SearchEngine;
  versions: Versions;
  log: Logger;
  /** Told how many articles were taken in when everything was built anew. */
  onRebuilt: (articles: number) => void;
}): SearchIndex {
  const { db, engine, versions, log, onRebuilt } = parts;
  let lastChange = 0;
  /** Those of the last look: while many articles are saved, each is taken in once all the same. */
  let takenIn: ReadonlySet<number> = new Set();
  let built = false;
  let building: Promise<void> | null = null;
  let catchingUp: Promise<void> = Promise.resolve();
  let progress: IndexStatus['progress'] = { done: 0, total: 0 };
  let startedAt: Date | null = null;
  let finishedAt: Date | null = null;

  async function newestChange(): Promise<number> {
    const row = await db.query
      .selectFrom('kb_search_changes')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirst();
    return Number(row?.id ?? 0);
  }

  async function build(): Promise<void> {
    startedAt = new Date();
    finishedAt = null;
    // Half of an index would hide the other half: until it is whole, searches ask the database.
    built = false;
    // Read before the articles: what changes meanwhile comes once more afterwards.
    const start = await newestChange();
    await db.query
      .deleteFrom('kb_search_changes')
      .where('created_at', '<', utc.encode(new Date(Date.now() - RETENTION)))
      .execute();
    progress = { done: 0, total: await countPublished(db) };
    engine.clear();
    for (let after = 0; ; ) {
      const documents = await publishedAfter(db, after);
      await engine.index(documents);
      progress = { done: progress.done + documents.length, total: progress.total };
      const last = documents.at(-1);
      if (!last || documents.length < BATCH) break;
      after = last.id;
    }
    lastChange = start;
    takenIn = new Set();
    built = true;
    finishedAt = new Date();
    onRebuilt(progress.done);
    await catchUp();
  }

  function rebuild(): Promise<void> {
    building ??= build().finally(() => {
      building = null;
    });
    return building;
  }

  async function readChanges(): Promise<void> {
    if (!built) return;
    const recent = utc.encode(new Date(Date.now() - OVERLAP));
    // Without an order: with one, a database would rather walk through all rows in it than use both keys.
    const rows = await db.query
      .selectFrom('kb_search_changes')
      .select(['id', 'article_id'])
      .where((where) => where.or([where('id', '>', lastChange), where('created_at', '>', recent)]))
      .execute();
    const fresh = rows.filter((row) => !takenIn.has(row.id));
    if (fresh.length === 0) return;
    const ids = [...new Set(fresh.map((row) => row.article_id))];
    for (let start = 0; start < ids.length; start += BATCH) await update(ids.slice(start, start + BATCH));
    for (const { id } of rows) lastChange = Math.max(lastChange, id);
    takenIn = new Set(rows.map((row) => row.id));
  }

  async function update(ids: readonly number[]): Promise<void> {
    const documents = await published(db, (query) => query.where('kb_articles.id', 'in', ids));
    const present = new Set(documents.map((document) => document.id));
    engine.remove(ids.filter((id) => !present.has(id)));
    await engine.index(documents);
  }

  function catchUp(): Promise<void> {
    catchingUp = catchingUp.then(readChanges).catch((error: unknown) => {
      log.error({ err: error }, 'The search index could not take in changes; it tries again with the next one');
    });
    return catchingUp;
  }

  const subscription = versions.watch(CONTENT_VERSION, catchUp);

  return {
    ready: () => (built ? Promise.resolve() : rebuild()),
    isReady: () => built,
    rebuild,
    stats: engine.stats,
    status: () => ({ state: built ? 'ready' : building ? 'building' : 'empty', progress, startedAt, finishedAt }),
    query: engine.search,
    catchUp,
    close: () => subscription.remove(),
  };
}

/** How many articles belong in the index. */
export async function countPublished(db: Database): Promise<number> {
  const row = await db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('posts.status', '=', 'publish')
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

function documentQuery(db: Database) {
  return db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .select([
      'kb_articles.id',
      'kb_articles.locale',
      'posts.title',
      'kb_articles.text',
      'kb_articles.tags',
      'kb_articles.category_ids',
      'kb_articles.rule_id',
      'posts.author_id',
    ])
    .where('posts.status', '=', 'publish')
    .orderBy('kb_articles.id');
}

async function published(
  db: Database,
  narrow: (query: ReturnType<typeof documentQuery>) => ReturnType<typeof documentQuery>,
): Promise<SearchDocument[]> {
  const rows = await narrow(documentQuery(db)).execute();
  return rows.map((row) => ({
    id: row.id,
    locale: row.locale,
    title: row.title,
    body: row.text,
    tags: json.decode(row.tags) as string[],
    categories: json.decode(row.category_ids) as number[],
    authorId: row.author_id,
    ruleId: row.rule_id,
  }));
}

function publishedAfter(db: Database, id: number): Promise<SearchDocument[]> {
  return published(db, (query) => query.where('kb_articles.id', '>', id).limit(BATCH));
}
