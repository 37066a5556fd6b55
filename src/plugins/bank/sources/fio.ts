import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, type HostError } from '../../../index.js';
import { pathOf } from '../formats/json/read-json.js';
import { fioProfile } from '../profiles/built-in/fio.js';
import { retryAfter } from '../retry-after.js';
import { type JsonList, readJsonList } from './json-list.js';
import { askedTooSoon, sourceFailed } from './outbound/errors.js';
import type { Answer, Outbound } from './outbound/outbound.js';
import type { UnnamedFile } from './outbound/unnamed-file.js';
import type { FetchContext, Source } from './source.js';

/** The API of Fio banka (API Bankovnictví): one token for each account. */
const FIO_API = 'https://fioapi.fio.cz/v1/rest';

/** Milliseconds between two calls with one token: the bank answers 409 before. */
const PAUSE = 30_000;
/** Milliseconds for an answer. */
const TIME_LIMIT = 120_000;
/** Older movements the bank gives out only after somebody has confirmed it in its internet banking. */
const OLDEST_DAYS = 89;
/** What a rehearsal looks at. */
const REHEARSED_DAYS = 30;

export interface FioOptions {
  readonly name: string;
  readonly token: string;
  /** `YYYY-MM-DD` from which on movements are fetched the first time; default as far back as the bank lets anybody. */
  readonly since?: string | undefined;
  readonly outbound: Outbound;
  readonly now: () => Date;
  /** Where the API stands; default the bank's. */
  readonly api?: string | undefined;
  /** Milliseconds; default 30 s. */
  readonly pause?: number | undefined;
}

/**
 * Fetches what is new of an account. The bank keeps a mark of its own of what it has given out with a token, and moves it
 * before anything is stored here: what a kill loses is noticed by the mark, which is set back then. The first time, and in
 * rehearsals, days are asked for, which moves nothing.
 */
export function fioSource(options: FioOptions): Source {
  const { name, token, outbound, now, api = FIO_API, pause = PAUSE } = options;

  async function ask(call: string, signal: AbortSignal): Promise<Answer> {
    const url = new URL(`${api}/${call}`);
    const answer = await outbound.get({ url, timeLimit: TIME_LIMIT, signal });
    if (answer.status !== 200) throw refused(answer.status, pause);
    return answer;
  }

  async function download(call: string, signal: AbortSignal): Promise<Download> {
    const { file } = await ask(`${call}/transactions.json`, signal);
    if (!file) throw sourceFailed('Fio banka has given no file.');
    try {
      const list = await readJsonList(file.as(name), pathOf(fioProfile), signal);
      if (list) return { file, list };
      throw sourceFailed('Fio banka has answered something that is no statement. The next run tries it again.');
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  function period(days: number, since?: string): string {
    const today = now().toISOString().slice(0, 10);
    return `periods/${token}/${since ?? addDays(today, -days)}/${today}`;
  }

  async function fetchNew({ cursor, isDryRun, signal }: FetchContext): Promise<Download> {
    if (isDryRun) return download(period(REHEARSED_DAYS), signal);
    if (cursor === '') return download(period(OLDEST_DAYS, options.since), signal);
    const last = await download(`last/${token}`, signal);
    const given = saidOf(last.list, 'idLastDownload');
    if (given === '' || given === cursor) return last;
    // Something was given out that was not stored, or somebody else uses the token.
    await last.file.close();
    await sleep(pause, undefined, { signal });
    await (await ask(`set-last-id/${token}/${cursor}/`, signal)).file?.close();
    await sleep(pause, undefined, { signal });
    return download(`last/${token}`, signal);
  }

  return {
    name,
    kind: 'fio',
    async *fetch(context) {
      const waited = context.lastAsked ? now().getTime() - context.lastAsked.getTime() : pause;
      if (waited >= 0 && waited < pause) throw tooSoon(pause - waited);
      const { file, list } = await fetchNew(context);
      try {
        const to = saidOf(list, 'idTo');
        yield { file: file.as(`${name}.json`), format: 'fio', cursor: to === '' ? undefined : to };
      } finally {
        await file.close();
      }
    },
  };
}

interface Download {
  readonly file: UnnamedFile;
  readonly list: JsonList;
}

function saidOf({ about }: JsonList, member: 'idLastDownload' | 'idTo'): string {
  return about.at(`accountStatement.info.${member}`);
}

function refused(status: number, pause: number): HostError {
  if (status === 409) return tooSoon(pause);
  if (status === 413) {
    return sourceFailed('Fio banka has more movements than it gives at once. Say a later day in "since".');
  }
  if (status === 422) {
    const message =
      'Fio banka gives movements older than 90 days only after somebody has confirmed it in the settings of the API. Do that, or say a later day in "since".';
    return sourceFailed(message);
  }
  if (status === 500) {
    return sourceFailed('Fio banka does not take the token. It may have expired or be for nothing: make another one.');
  }
  return sourceFailed(`Fio banka has answered ${status}. The next run tries it again.`);
}

function tooSoon(ms: number): HostError {
  const message = 'Fio banka answers a token once in 30 seconds. The next run asks again.';
  return askedTooSoon(message, retryAfter(ms));
}
