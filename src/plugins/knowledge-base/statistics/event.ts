import { hash } from 'node:crypto';
import type { RestRequest, User } from '../../../index.js';

/** Something that statistics count. Locales are BCP 47 in lower case. */
export type StatisticsEvent =
  | { readonly kind: 'view' | 'download' | 'feedback'; readonly articleId: number; readonly locale: string }
  | {
      readonly kind: 'search';
      /** As it was typed; it is scrubbed before it is kept. */
      readonly query: string;
      readonly locale: string;
      readonly results: number;
      /** The one category that it was narrowed to, 0 for none. */
      readonly categoryId: number;
      /** When that was; default now. */
      readonly searchedAt?: Date;
    }
  | {
      readonly kind: 'click';
      /** What was searched for. */
      readonly query: string;
      readonly articleId: number;
      readonly locale: string;
      /** Place among the results, from 1. */
      readonly position: number;
    }
  /** A vote; or that it does not count any more, since it was changed or withdrawn. */
  | (VoteEvent & { readonly kind: 'rating' | 'rating_taken'; readonly value: number })
  | (VoteEvent & { readonly kind: 'helpful' | 'helpful_taken'; readonly value: boolean });

interface VoteEvent {
  readonly articleId: number;
  readonly locale: string;
  /** When it was first cast, which is when it counts whatever becomes of it later; default now. */
  readonly castAt?: Date;
}

export type EventKind = StatisticsEvent['kind'];

/** Sender of a REST or page request. */
export interface Caller {
  readonly headers: RestRequest['headers'];
  readonly remoteAddress?: string | undefined;
  readonly user: User | null;
}

/** Headers that statistics read. */
const READ_HEADERS = ['user-agent', 'dnt', 'sec-gpc'];
/** Characters kept of a header: callers choose how long theirs are. */
const MAX_HEADER = 512;

/** The part of a caller that is kept until the event is written, instead of the whole request. */
export function retainedCaller({ headers, remoteAddress, user }: Caller): Caller {
  const kept = READ_HEADERS.flatMap((name) => {
    const value = [headers[name] ?? ''].flat().join().trim();
    return value === '' ? [] : [[name, value.slice(0, MAX_HEADER)] as const];
  });
  return { headers: Object.fromEntries(kept), remoteAddress, user };
}

/** An event as it is kept: without address, browser and user. */
export interface RecordedEvent {
  readonly kind: EventKind;
  readonly at: Date;
  /** In the site's zone. */
  readonly day: string;
  /** 0 where it is about none. */
  readonly articleId: number;
  readonly categoryId: number;
  readonly locale: string;
  /** Tells people apart within one day; null for who asks not to be tracked. */
  readonly visitor: string | null;
  /** Scrubbed; null for what is no search. */
  readonly query: string | null;
  /** Results of a search, place of a click, value of a rating, 1 or 0 for helpful or not. */
  readonly number: number;
}

/** Code units, as of the columns. */
const LONGEST_LOCALE = 35;

/** The members of an event that do not depend on who did it. */
export function plainEvent(
  event: StatisticsEvent,
  scrub: (query: string) => string,
): Pick<RecordedEvent, 'kind' | 'articleId' | 'categoryId' | 'locale' | 'query' | 'number'> {
  const { kind } = event;
  // Searches may name any locale; what is longer than a locale can be is none.
  const base = {
    kind,
    locale: event.locale.slice(0, LONGEST_LOCALE),
    articleId: 0,
    categoryId: 0,
    query: null,
    number: 0,
  };
  switch (event.kind) {
    case 'search':
      return { ...base, categoryId: event.categoryId, query: scrub(event.query), number: event.results };
    case 'click':
      return { ...base, articleId: event.articleId, query: scrub(event.query), number: event.position };
    case 'rating':
    case 'rating_taken':
    case 'helpful':
    case 'helpful_taken':
      return { ...base, articleId: event.articleId, number: Number(event.value) };
    default:
      return { ...base, articleId: event.articleId };
  }
}

/** Queries are longer than an index key may be. */
export function queryKey(query: string): string {
  return hash('sha256', query, 'base64url').slice(0, 22);
}
