import type { Client } from '../../../client.js';
import { type MediaItem, toMediaItem } from './media-item.js';

export const MEDIA_KINDS = ['image', 'video', 'audio', 'application'] as const;

export type MediaKind = (typeof MEDIA_KINDS)[number];

export interface MediaQuery {
  readonly search: string;
  /** Null for all types. */
  readonly kind: MediaKind | null;
  /** Page number, starting at 1. */
  readonly page: number;
}

export interface MediaPage {
  readonly items: readonly MediaItem[];
  /** Number of items on all pages. */
  readonly total: number;
}

/** Media library over REST. All calls reject with a `ClientError`. */
export interface Library {
  list(query: MediaQuery, signal: AbortSignal): Promise<MediaPage>;
  /** Returns the given files in this order, except for those that are missing or not visible to the user. */
  some(ids: readonly number[]): Promise<readonly MediaItem[]>;
  update(id: number, texts: Pick<MediaItem, 'title' | 'alt'>): Promise<MediaItem>;
}

const ROUTE = '/mortise/v1/media';
const PER_PAGE = 30;
/** Maximum number of IDs that the route accepts. */
const MAX_IDS = 100;

export function createLibrary(client: Client): Library {
  return {
    async list({ search, kind, page }, signal) {
      const query = {
        page,
        per_page: PER_PAGE,
        ...(search === '' ? {} : { search }),
        ...(kind === null ? {} : { media_type: kind }),
      };
      const { items, total } = await client.list(ROUTE, { query, signal });
      return { items: items.map(toMediaItem), total };
    },
    async some(ids) {
      const include = ids.slice(0, MAX_IDS);
      if (include.length === 0) return [];
      const query = { include, orderby: 'include', per_page: MAX_IDS };
      const { items } = await client.list(ROUTE, { query });
      return items.map(toMediaItem);
    },
    async update(id, { title, alt }) {
      return toMediaItem(await client.patch(`${ROUTE}/{id}`, { path: { id }, body: { title, alt_text: alt } }));
    },
  };
}
