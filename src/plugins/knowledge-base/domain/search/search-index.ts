import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Database, utc } from '../../../../database.js';
import type { HostError } from '../../../../index.js';
import type { Versions } from '../../../../services.js';
import { versionOf } from '../caches.js';
import { CONTENT_VERSION } from '../categories/categories.js';
import { ANALYZER_VERSION, lacksStemmer } from './analyzer.js';
import type { SearchDocument, SearchEngine, SearchStats } from './engine.js';
import type { SearchWords } from './locale-words.js';
import { countPublished, type SearchDocuments } from './search-documents.js';
import { STEMMER_PACKAGE } from './stemmers.js';

/** Keeps a search engine in sync with the published articles in the database. */
export interface SearchIndex {
  /** Resolves when the index is built, including a build in progress. The first call starts one. */
  ready(): Promise<void>;
  /** Tells whether it can be searched, which includes rebuilds. */
  isReady(): boolean;
  /** Rebuilds the index from the database. The previous one answers in the meantime. */
  rebuild(): Promise<void>;
  /** Follows a rebuild requested of all processes. If they share documents, only the first one rebuilds. */
  renew(): Promise<void>;
  /**
   * Applies current synonyms, and rebuilds if stop words or the plugins involved have changed.
   * An index that was never requested is not built: its first build uses the current ones anyway.
   */
  refresh(): Promise<void>;
  stats(): Promise<SearchStats>;
  /** Returns the status of the last build in this process. */
  status(): IndexStatus;
  readonly capabilities: SearchEngine['capabilities'];
  /** Queries the engine directly: ids, scores and matched terms. */
  query: SearchEngine['search'];
  /** Applies changes made since, in any process. */
  catchUp(): Promise<void>;
  /** Also closes the engine. */
  close(): Promise<void>;
}

export interface IndexStatus {
  /** `empty` before the first search or successful build. The previous index answers while `building`. */
  readonly state: 'empty' | 'building' | 'ready';
  /** Number of articles indexed, and the total. */
  readonly progress: { readonly done: number; readonly total: number };
  readonly startedAt: Date | null;
  /** Null while building. */
  readonly finishedAt: Date | null;
  /** Published articles that plugins exclude. */
  readonly leftOut: number;
}

const BATCH = 200;
/** Milliseconds that changes are read again, since concurrent commits may make lower ids visible later. */
const OVERLAP = 10_000;
/** Milliseconds that changes are kept. A process that slept longer rebuilds its index. */
const RETENTION = 7 * 24 * 60 * 60 * 1000;
/** Milliseconds before rebuilding after a second loss, since the rebuild itself may cause it. */
const REBUILD_DELAY = 60_000;

export function createSearchIndex(parts: {
  db: Database;
  engine: SearchEngine;
  documents: SearchDocuments;
  words: Pick<SearchWords, 'forget' | 'refresh' | 'fingerprint'>;
  versions: Versions;
  log: Logger;
  /** Receives the number of articles indexed by a rebuild. */
  onRebuilt: (articles: number) => void;
  /** Milliseconds; see {@link REBUILD_DELAY}. */
  rest?: number;
}): SearchIndex {
  const { db, engine, documents, words, versions, log, onRebuilt, rest = REBUILD_DELAY } = parts;
  let lastChange = 0;
  /** Changes of the last read, so that each is indexed only once while many articles are saved. */
  let takenIn: ReadonlySet<number> = new Set();
  let built = false;
  let building: Promise<void> | null = null;
  let catchingUp: Promise<void> = Promise.resolve();
  let progress: IndexStatus['progress'] = { done: 0, total: 0 };
  let startedAt: Date | null = null;
  let finishedAt: Date | null = null;
  let leftOut = new Set<number>();
  /** Number of excluded articles in documents from before, whose ids are unknown. */
  let leftOutBefore = 0;
  /** A rebuild is needed but has not succeeded: the index is older than the current settings. */
  let isStale = false;
  /** Fingerprint of the callbacks involved when the documents were built. */
  let builtBy = '';
  /** Set if the index was lost since the current build began. */
  let lost: HostError | null = null;
  /** Number of losses since the index was last stable. */
  let losses = 0;
  let hasWarnedOfStemmers = false;
  const closing = new AbortController();

  async function newestChange(): Promise<number> {
    const row = await db.query
      .selectFrom('kb_search_changes')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirst();
    return Number(row?.id ?? 0);
  }

  /** Reads the published articles in batches. */
  async function* readAll(keptOut: Set<number>): AsyncGenerator<readonly SearchDocument[]> {
    for (let after: number | null = 0; after !== null; ) {
      const batch: Awaited<ReturnType<SearchDocuments['after']>> = await documents.after(after);
      yield batch.documents;
      for (const id of batch.leftOut) keptOut.add(id);
      progress = { done: progress.done + batch.documents.length, total: progress.total };
      after = batch.last;
    }
  }

  /** Returns the fingerprint of the current settings that documents are built from. */
  async function askAnew(): Promise<string> {
    isStale = true;
    words.forget();
    builtBy = documents.fingerprint();
    const rows = await db.query.selectFrom('kb_articles').select('locale').distinct().orderBy('locale').execute();
    const locales = rows.map(({ locale }) => locale);
    tellOfStemmers(locales);
    const ofWords = words.fingerprint(locales);
    // Each requested rebuild changes the fingerprint.
    const orders = db.query.selectFrom('versions').select('version').where('name', '=', versionOf('search'));
    const order = Number((await orders.executeTakeFirst())?.version ?? 0);
    return createHash('sha256')
      .update(JSON.stringify([ANALYZER_VERSION, ofWords, builtBy, order]))
      .digest('hex');
  }

  /** Warns once per process, since this does not change until it exits. */
  function tellOfStemmers(locales: readonly string[]): void {
    const without = locales.filter(lacksStemmer);
    if (without.length === 0 || hasWarnedOfStemmers) return;
    hasWarnedOfStemmers = true;
    log.info(
      { locales: without },
      `Search does not match word forms in these languages. To match them: npm install ${STEMMER_PACKAGE}`,
    );
  }

  async function start(): Promise<void> {
    if (!built && losses > 1) await sleep(rest, undefined, { signal: closing.signal });
    const pending = await askAnew();
    if (await goOn(pending)) return;
    await engine.alone(async (hasWaited) => {
      // Another process may have built it in the meantime, or the settings may have changed.
      const madeFrom = hasWaited ? await askAnew() : pending;
      if (!(await goOn(madeFrom))) await build(madeFrom);
    });
  }

  /** Resumes with documents of this or another process. @returns whether any with the same fingerprint exist */
  async function goOn(madeFrom: string): Promise<boolean> {
    const change = await engine.resume(madeFrom);
    if (change === null) return false;
    const { documents: done } = await engine.stats();
    leftOutBefore = documents.isFiltered() ? Math.max(0, (await countPublished(db)) - done) : 0;
    await inTurn(async () => {
      lastChange = change;
      takenIn = new Set();
    });
    progress = { done, total: done };
    built = true;
    isStale = false;
    await catchUp();
    return true;
  }

  async function build(madeFrom: string): Promise<void> {
    startedAt = new Date();
    finishedAt = null;
    // Read before the articles: changes in the meantime are applied again afterwards.
    const start = await newestChange();
    await db.query
      .deleteFrom('kb_search_changes')
      .where('created_at', '<', utc.encode(new Date(Date.now() - RETENTION)))
      .execute();
    progress = { done: 0, total: await countPublished(db) };
    const keptOut = new Set<number>();
    lost = null;
    await engine.rebuild(readAll(keptOut), { madeFrom, change: start });
    await inTurn(async () => {
      leftOut = keptOut;
      leftOutBefore = 0;
      lastChange = start;
      takenIn = new Set();
    });
    if (lost) throw lost;
    built = true;
    isStale = false;
    finishedAt = new Date();
    onRebuilt(progress.done);
    await catchUp();
  }

  function once(work: () => Promise<void>): Promise<void> {
    building ??= work().finally(() => {
      building = null;
    });
    return building;
  }

  async function refresh(): Promise<void> {
    // A build in progress may have mixed callbacks from before and after the change.
    if (building) await building.catch(() => undefined);
    if (building) return refresh();
    const hasOtherStopWords = words.refresh();
    if (built && (isStale || hasOtherStopWords || documents.fingerprint() !== builtBy)) await once(start);
  }

  async function readChanges(): Promise<void> {
    if (!built) return;
    const recent = utc.encode(new Date(Date.now() - OVERLAP));
    // Unordered: with ORDER BY, a database scans all rows in that order instead of using both keys.
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
    await engine.advance(lastChange);
  }

  async function update(ids: readonly number[]): Promise<void> {
    const batch = await documents.of(ids);
    const present = new Set(batch.documents.map((document) => document.id));
    await engine.remove(ids.filter((id) => !present.has(id)));
    for (const id of ids) leftOut.delete(id);
    for (const id of batch.leftOut) leftOut.add(id);
    await engine.index(batch.documents);
  }

  function catchUp(): Promise<void> {
    return inTurn(readChanges);
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    catchingUp = catchingUp.then(work).catch((error: unknown) => {
      log.error({ err: error }, 'The search index could not be updated; it is retried with the next change');
    });
    return catchingUp;
  }

  engine.onLost((error) => {
    const age = finishedAt ? Date.now() - finishedAt.getTime() : 0;
    losses = age < rest ? losses + 1 : 1;
    lost = error;
    built = false;
    log.error({ err: error }, 'The search index is lost and being rebuilt; searches use the database until then');
    // A build in progress is lost too and reports that itself.
    void (building ?? Promise.resolve())
      .catch(() => undefined)
      .then(ready)
      .catch((cause: unknown) => {
        if (closing.signal.aborted) return;
        log.warn({ err: cause }, 'The search index could not be rebuilt; the next search tries again');
      });
  });

  function ready(): Promise<void> {
    return building ?? (built ? Promise.resolve() : once(start));
  }

  const subscription = versions.watch(CONTENT_VERSION, catchUp);

  return {
    ready,
    isReady: () => built,
    rebuild: () => once(() => engine.alone(async () => build(await askAnew()))),
    renew: () => once(start),
    refresh,
    stats: engine.stats,
    status: () => ({
      state: building ? 'building' : built ? 'ready' : 'empty',
      progress,
      startedAt,
      finishedAt,
      leftOut: leftOutBefore + leftOut.size,
    }),
    capabilities: engine.capabilities,
    query: engine.search,
    catchUp,
    async close() {
      subscription.remove();
      closing.abort();
      await engine.close();
    },
  };
}
