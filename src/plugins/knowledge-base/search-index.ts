import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Database, type HostError, utc, type Versions } from '../../index.js';
import { versionOf } from './caches.js';
import { CONTENT_VERSION } from './categories.js';
import { ANALYZER_VERSION, lacksStemmer } from './search/analyzer.js';
import type { SearchDocument, SearchEngine, SearchStats } from './search/engine.js';
import { STEMMER_PACKAGE } from './search/stemmers.js';
import { countPublished, type SearchDocuments } from './search-documents.js';
import type { SearchWords } from './search-words.js';

/** Keeps a search engine in step with the published articles in the database. */
export interface SearchIndex {
  /** Resolves when the index has been built, a build that is under way included; the first call starts it. */
  ready(): Promise<void>;
  /** Whether it can be searched: also while it is built anew. */
  isReady(): boolean;
  /** Builds everything anew from the database; until that is done, what was built before answers. */
  rebuild(): Promise<void>;
  /** Follows an order to all processes to build anew: where they share documents, the first one of them does. */
  renew(): Promise<void>;
  /**
   * Takes over the synonyms of now; builds it anew where stop words are others, or other plugins have a say in what is
   * indexed. One that nobody has asked for yet is left alone: it will be built with what they say then.
   */
  refresh(): Promise<void>;
  stats(): Promise<SearchStats>;
  /** How the last build of it goes or went, in this process. */
  status(): IndexStatus;
  readonly capabilities: SearchEngine['capabilities'];
  /** What the engine itself finds: ids, scores and matched terms. */
  query: SearchEngine['search'];
  /** Takes in what changed since, here or in other processes. */
  catchUp(): Promise<void>;
  /** Ends the engine as well. */
  close(): Promise<void>;
}

export interface IndexStatus {
  /** `empty` where nobody has searched yet, or no build has succeeded. What was built before answers while it is `building`. */
  readonly state: 'empty' | 'building' | 'ready';
  /** Articles that were taken in, of those there were. */
  readonly progress: { readonly done: number; readonly total: number };
  readonly startedAt: Date | null;
  /** Null while it is built. */
  readonly finishedAt: Date | null;
  /** Published articles that plugins keep out of it. */
  readonly leftOut: number;
}

const BATCH = 200;
/** Concurrent commits may make lower ids visible later: changes this recent (ms) are looked through again. */
const OVERLAP = 10_000;
/** Milliseconds after which changes are forgotten: a process that slept longer builds its index anew. */
const RETENTION = 7 * 24 * 60 * 60 * 1000;
/** Milliseconds before it is built again after a second loss: what it is lost of may be building it. */
const REST = 60_000;

export function createSearchIndex(parts: {
  db: Database;
  engine: SearchEngine;
  documents: SearchDocuments;
  words: Pick<SearchWords, 'forget' | 'refresh' | 'fingerprint'>;
  versions: Versions;
  log: Logger;
  /** Told how many articles were taken in when everything was built anew. */
  onRebuilt: (articles: number) => void;
  /** Milliseconds; see {@link REST}. */
  rest?: number;
}): SearchIndex {
  const { db, engine, documents, words, versions, log, onRebuilt, rest = REST } = parts;
  let lastChange = 0;
  /** Those of the last look: while many articles are saved, each is taken in once all the same. */
  let takenIn: ReadonlySet<number> = new Set();
  let built = false;
  let building: Promise<void> | null = null;
  let catchingUp: Promise<void> = Promise.resolve();
  let progress: IndexStatus['progress'] = { done: 0, total: 0 };
  let startedAt: Date | null = null;
  let finishedAt: Date | null = null;
  let leftOut = new Set<number>();
  /** Of documents from before, how many were left out, which ones nobody knows. */
  let leftOutBefore = 0;
  /** A build has begun that has not ended well: what answers is older than what plugins and editors say. */
  let isStale = false;
  /** Who had a say in the documents when they were built. */
  let builtBy = '';
  /** Since the build that is under way began. */
  let lost: HostError | null = null;
  /** Since it last stood for a while. */
  let losses = 0;
  let hasToldOfStemmers = false;
  const closing = new AbortController();

  async function newestChange(): Promise<number> {
    const row = await db.query
      .selectFrom('kb_search_changes')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirst();
    return Number(row?.id ?? 0);
  }

  /** Published articles, as they are when it comes to them. */
  async function* readAll(keptOut: Set<number>): AsyncGenerator<readonly SearchDocument[]> {
    for (let after: number | null = 0; after !== null; ) {
      const batch: Awaited<ReturnType<SearchDocuments['after']>> = await documents.after(after);
      yield batch.documents;
      for (const id of batch.leftOut) keptOut.add(id);
      progress = { done: progress.done + batch.documents.length, total: progress.total };
      after = batch.last;
    }
  }

  /** What documents are made from, as plugins and editors say now. */
  async function askAnew(): Promise<string> {
    isStale = true;
    words.forget();
    builtBy = documents.fingerprint();
    const rows = await db.query.selectFrom('kb_articles').select('locale').distinct().orderBy('locale').execute();
    const locales = rows.map(({ locale }) => locale);
    tellOfStemmers(locales);
    const ofWords = words.fingerprint(locales);
    // With every order to build anew it is another.
    const orders = db.query.selectFrom('versions').select('version').where('name', '=', versionOf('search'));
    const order = Number((await orders.executeTakeFirst())?.version ?? 0);
    return createHash('sha256')
      .update(JSON.stringify([ANALYZER_VERSION, ofWords, builtBy, order]))
      .digest('hex');
  }

  /** Once: it stays so until the process ends. */
  function tellOfStemmers(locales: readonly string[]): void {
    const without = locales.filter(lacksStemmer);
    if (without.length === 0 || hasToldOfStemmers) return;
    hasToldOfStemmers = true;
    log.info(
      { locales: without },
      `Search tells forms of a word apart in these languages. Where it should find one by another: npm install ${STEMMER_PACKAGE}`,
    );
  }

  async function start(): Promise<void> {
    if (!built && losses > 1) await sleep(rest, undefined, { signal: closing.signal });
    const wanted = await askAnew();
    if (await goOn(wanted)) return;
    await engine.alone(async (hasWaited) => {
      // Another process may have built it meanwhile, and something else may be wanted by now.
      const madeFrom = hasWaited ? await askAnew() : wanted;
      if (!(await goOn(madeFrom))) await build(madeFrom);
    });
  }

  /** Goes on with documents from before, of this process or another. @returns whether there are any made from the same */
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
    // Read before the articles: what changes meanwhile comes once more afterwards.
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
    // What is being built may have asked some plugins before, and some after a change.
    if (building) await building.catch(() => undefined);
    if (building) return refresh();
    const hasOtherStopWords = words.refresh();
    if (built && (isStale || hasOtherStopWords || documents.fingerprint() !== builtBy)) await once(start);
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
      log.error({ err: error }, 'The search index could not take in changes; it tries again with the next one');
    });
    return catchingUp;
  }

  engine.onLost((error) => {
    const stood = finishedAt ? Date.now() - finishedAt.getTime() : 0;
    losses = stood < rest ? losses + 1 : 1;
    lost = error;
    built = false;
    log.error({ err: error }, 'The search index is lost and built anew; until it is whole, searches ask the database');
    // What is being built is lost as well, and says so.
    void (building ?? Promise.resolve())
      .catch(() => undefined)
      .then(ready)
      .catch((cause: unknown) => {
        if (closing.signal.aborted) return;
        log.warn({ err: cause }, 'The search index could not be built anew; the next search tries again');
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
      ...{ progress, startedAt, finishedAt, leftOut: leftOutBefore + leftOut.size },
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
