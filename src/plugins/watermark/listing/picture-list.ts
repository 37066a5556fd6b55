import { sql } from 'kysely';
import type { PostViewer } from '../../../content.js';
import { contains, type Database } from '../../../database.js';
import type { Attachment, Media } from '../../../media.js';
import type { Design } from '../settings/designs.js';
import type { WatermarkSettings } from '../settings/schema.js';
import type { DesignSettings } from '../settings/settings.js';
import type { ListedPicture, MarkStatus, MarkStatusesOf } from './mark-status.js';

export interface PictureQuery {
  readonly status: MarkStatus | null;
  /** Part of the title or file name; '' for all. */
  readonly search: string;
  /** Only images older than this id. `newerThan` takes precedence. */
  readonly olderThan: number | null;
  readonly newerThan: number | null;
  readonly perPage: number;
  /** User who views the list. Images hidden from them in the media library are not listed. */
  readonly viewer: PostViewer;
}

/** Page of the library, newest first. */
export interface PictureList {
  readonly pictures: readonly ListedPicture[];
  /** Value of `olderThan` for the next page; null on the last one. */
  readonly older: number | null;
  /** Value of `newerThan` for the previous page; null on the first one. */
  readonly newer: number | null;
  /** Whether the search stopped early and unseen images may match. */
  readonly isCut: boolean;
}

/**
 * Lists images by keyset pagination, so that late pages are as fast as the first. The watermark status cannot be
 * queried exactly: the query selects candidates, which are filtered here. A call examines a limited number and says
 * if it stopped early.
 */
export type ListPictures = (query: PictureQuery) => Promise<PictureList>;

export interface PictureListParts {
  readonly db: Database;
  readonly media: Pick<Media, 'list'>;
  readonly markStatusesOf: MarkStatusesOf;
  readonly settings: Pick<DesignSettings, 'designs' | 'get'>;
}

/** Maximum range of ids per query. */
const WINDOW = 100_000;
/** Number of images examined at a time. */
const AT_ONCE = 100;
const ROUNDS = 10;

export function createListPictures({ db, media, markStatusesOf, settings }: PictureListParts): ListPictures {
  const newestId = async (): Promise<number> => {
    const row = await db.query
      .selectFrom('attachments')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst();
    return Number(row?.id ?? 0);
  };

  function candidates({ status, search }: PictureQuery, { general, designs }: Settings) {
    let query = db.query
      .selectFrom('attachments as a')
      .leftJoin('watermark_pictures as p', 'p.attachment_id', 'a.id')
      .select('a.id')
      .where('a.mime_type', '>=', 'image/')
      .where('a.mime_type', '<', 'image0');
    if (search !== '') {
      const texts = ['a.title', 'a.filename'].map((name) => sql`lower(${sql.ref(name)})`);
      query = query.where((where) => where.or(texts.map((text) => contains(text, search.toLowerCase()))));
    }
    const isOriginal = sql<boolean>`(p.marked_version is null or p.marked_version <> a.version)`;
    switch (status) {
      case 'marked':
      case 'outdated':
        return query.where('p.marked_version', 'is not', null).where('p.excluded', '=', 0);
      case 'original':
        return query.where(isOriginal).where(sql<boolean>`coalesce(p.excluded, 0) = 0`);
      case 'excluded':
        return query.where((of) => of.or([of('p.excluded', '=', 1), of('a.id', 'in', markIds(general, designs))]));
      case 'unsupported':
        if (!general.post_types.includes('any')) return query.where(isOriginal);
        return query
          .where(isOriginal)
          .where((of) =>
            of.or([
              of('a.mime_type', 'not in', ['', ...general.mime_types]),
              of('a.width', 'is', null),
              of('a.width', '<', general.min_width),
              of('a.height', '<', general.min_height),
            ]),
          );
      default:
        return query;
    }
  }

  /** Loads the visible images in the order of the ids. */
  async function opened(ids: readonly number[], viewer: PostViewer): Promise<readonly Attachment[]> {
    const { attachments } = await media.list({
      include: ids,
      orderBy: 'include',
      perPage: AT_ONCE,
      visibleTo: viewer,
    });
    return attachments;
  }

  /** Walks through the library in one direction until enough images are found or the limit is reached. */
  async function walk(query: PictureQuery, from: number, isDown: boolean, newest: number) {
    const saved = { general: await settings.get(), designs: await settings.designs() };
    const limit = query.perPage + 1;
    const count = query.status === null ? limit : AT_ONCE;
    const found: ListedPicture[] = [];
    let place = from;
    for (let round = 0; round < ROUNDS && found.length < limit; round += 1) {
      const end = isDown ? place - WINDOW : place + WINDOW;
      const [low, high] = isDown ? [end, place] : [place, end];
      const rows = await candidates(query, saved)
        .where('a.id', '>', isDown ? low - 1 : low)
        .where('a.id', '<', isDown ? high : high + 1)
        .orderBy('a.id', isDown ? 'desc' : 'asc')
        .limit(count)
        .execute();
      const listed = await markStatusesOf(
        await opened(
          rows.map(({ id }) => id),
          query.viewer,
        ),
      );
      found.push(...listed.filter(({ status }) => query.status === null || status === query.status));
      place = rows.length < count ? end : (rows.at(-1)?.id ?? end);
      if (isDown ? place <= 1 : place >= newest) return { found, place, isAll: true };
    }
    return { found, place, isAll: false };
  }

  async function down(query: PictureQuery): Promise<PictureList> {
    const newest = await newestId();
    const { olderThan, perPage } = query;
    const { found, place, isAll } = await walk(query, olderThan ?? newest + 1, true, newest);
    const pictures = found.slice(0, perPage);
    const isCut = !isAll && found.length <= perPage;
    const last = pictures.at(-1)?.attachment.id;
    const hasNewer = olderThan !== null && olderThan <= newest;
    return {
      pictures,
      older: found.length > perPage ? (last ?? place) : isCut ? place : null,
      newer: hasNewer ? (pictures[0]?.attachment.id ?? olderThan - 1) : null,
      isCut,
    };
  }

  return async (query) => {
    const { newerThan, perPage } = query;
    if (newerThan === null) return down(query);
    const { found, place, isAll } = await walk(query, newerThan, false, await newestId());
    // Fewer images than a page means this is the first page.
    if (isAll && found.length <= perPage) return down({ ...query, newerThan: null });
    const pictures = found.slice(0, perPage).toReversed();
    const isCut = found.length <= perPage;
    return {
      pictures,
      older: pictures.at(-1)?.attachment.id ?? newerThan + 1,
      newer: isCut ? place : (pictures[0]?.attachment.id ?? place),
      isCut,
    };
  };
}

interface Settings {
  readonly general: WatermarkSettings;
  readonly designs: readonly Design[];
}

/** Returns the images that can be a watermark. 0 is no image. */
function markIds(general: WatermarkSettings, designs: readonly Design[]): number[] {
  return [general.image_id, ...designs.flatMap(({ changes }) => changes.image_id ?? [])];
}
