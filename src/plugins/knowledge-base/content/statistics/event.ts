import { hash } from 'node:crypto';

/** Event counted by the statistics. Locales are BCP 47 in lower case. */
export type StatisticsEvent =
  | { readonly kind: 'view' | 'download' | 'feedback'; readonly articleId: number; readonly locale: string }
  | {
      readonly kind: 'search';
      /** Query as typed; it is scrubbed before it is stored. */
      readonly query: string;
      readonly locale: string;
      readonly results: number;
      /** Category the search was limited to; 0 for none or several. */
      readonly categoryId: number;
      /**
       * Time of the search.
       * @default now
       */
      readonly searchedAt?: Date;
    }
  | {
      readonly kind: 'click';
      /** Query of the search. */
      readonly query: string;
      readonly articleId: number;
      readonly locale: string;
      /** Position in the results, starting at 1. */
      readonly position: number;
    }
  /** Vote, or the removal of one that was changed or withdrawn. */
  | (VoteEvent & { readonly kind: 'rating' | 'rating_taken'; readonly value: number })
  | (VoteEvent & { readonly kind: 'helpful' | 'helpful_taken'; readonly value: boolean });

interface VoteEvent {
  readonly articleId: number;
  readonly locale: string;
  /**
   * Time of the first vote, which later changes keep.
   * @default now
   */
  readonly castAt?: Date;
}

export type EventKind = StatisticsEvent['kind'];

/** Event as stored: without IP address, user agent and user. */
export interface RecordedEvent {
  readonly kind: EventKind;
  readonly at: Date;
  /** Day in the site's time zone. */
  readonly day: string;
  /** 0 if no article is involved. */
  readonly articleId: number;
  readonly categoryId: number;
  readonly locale: string;
  /** Distinguishes visitors within one day; null for visitors who opted out of tracking. */
  readonly visitor: string | null;
  /** Scrubbed query; null for events other than searches and clicks. */
  readonly query: string | null;
  /** Number of results, click position, rating, or 1/0 for helpful or not. */
  readonly number: number;
}

/** Maximum number of code units of a locale, as in the columns. */
const MAX_LOCALE_LENGTH = 35;

/** Extracts the members of an event that do not depend on the visitor. */
export function plainEvent(
  event: StatisticsEvent,
  scrub: (query: string) => string,
): Pick<RecordedEvent, 'kind' | 'articleId' | 'categoryId' | 'locale' | 'query' | 'number'> {
  const { kind } = event;
  // Searches may name any locale; truncate it to the longest valid length.
  const base = {
    kind,
    locale: event.locale.slice(0, MAX_LOCALE_LENGTH),
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

/** Hashes a query, because queries are longer than an index key may be. */
export function queryKey(query: string): string {
  return hash('sha256', query, 'base64url').slice(0, 22);
}
