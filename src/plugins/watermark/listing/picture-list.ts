import { sql } from 'kysely';
import { type Attachment, contains, type Database, type Media, type PostViewer } from '../../../index.js';
import type { WatermarkSettings } from '../settings/schema.js';
import type { ListedPicture, Standing, StandingsOf } from './standing.js';

export interface PictureQuery {
  readonly standing: Standing | null;
  /** Part of title or file name; '' for all. */
  readonly search: string;
  /** Only what is older than this id; or newer, where `newerThan` is given. */
  readonly olderThan: number | null;
  readonly newerThan: number | null;
  readonly perPage: number;
  /** Whose media library it is: what somebody does not find there is not listed here. */
  readonly viewer: PostViewer;
}

/** A part of the library, newest first. */
export interface PictureList {
  readonly pictures: readonly ListedPicture[];
  /** What goes on: the id to give as `olderThan`; null at the end. */
  readonly older: number | null;
  /** The id to give as `newerThan`; null at the beginning. */
  readonly newer: number | null;
  /** Whether there may be more among those that were not looked at. */
  readonly isCut: boolean;
}

/**
 * Lists pictures by their ids, so that page ten thousand costs what the first does. How a picture stands is more than a
 * query can tell: the query takes those that may be meant, and the others are left out here. A call looks at so many and
 * no more, and says so.
 */
export type ListPictures = (query: PictureQuery) => Promise<PictureList>;

export interface PictureListParts {
  readonly db: Database;
  readonly media: Pick<Media, 'list'>;
  readonly standingsOf: StandingsOf;
  readonly settings: () => Promise<WatermarkSettings>;
}

/** Ids that one query goes through at most. */
const WINDOW = 100_000;
/** Pictures that are looked at together. */
const AT_ONCE = 100;
const ROUNDS = 10;

export function createListPictures({ db, media, standingsOf, settings }: PictureListParts): ListPictures {
  const newestId = async (): Promise<number> => {
    const row = await db.query
      .selectFrom('attachments')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst();
    return Number(row?.id ?? 0);
  };

  function candidates({ standing, search }: PictureQuery, general: WatermarkSettings) {
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
    switch (standing) {
      case 'marked':
      case 'outdated':
        return query.where('p.marked_version', 'is not', null).where('p.excluded', '=', 0);
      case 'original':
        return query.where(isOriginal).where(sql<boolean>`coalesce(p.excluded, 0) = 0`);
      case 'excluded':
        return query.where((of) => of.or([of('p.excluded', '=', 1), of('a.id', '=', general.image_id)]));
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

  /** In the order of the ids. */
  async function opened(ids: readonly number[], viewer: PostViewer): Promise<readonly Attachment[]> {
    const { attachments } = await media.list({
      include: ids,
      orderBy: 'include',
      perPage: AT_ONCE,
      visibleTo: viewer,
    });
    return attachments;
  }

  /** One way through the library from a place on, until there are enough or all were looked at. */
  async function walk(query: PictureQuery, from: number, isDown: boolean, newest: number) {
    const general = await settings();
    const wanted = query.perPage + 1;
    const count = query.standing === null ? wanted : AT_ONCE;
    const found: ListedPicture[] = [];
    let place = from;
    for (let round = 0; round < ROUNDS && found.length < wanted; round += 1) {
      const end = isDown ? place - WINDOW : place + WINDOW;
      const [low, high] = isDown ? [end, place] : [place, end];
      const rows = await candidates(query, general)
        .where('a.id', '>', isDown ? low - 1 : low)
        .where('a.id', '<', isDown ? high : high + 1)
        .orderBy('a.id', isDown ? 'desc' : 'asc')
        .limit(count)
        .execute();
      const listed = await standingsOf(
        await opened(
          rows.map(({ id }) => id),
          query.viewer,
        ),
      );
      found.push(...listed.filter(({ standing }) => query.standing === null || standing === query.standing));
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
    // Fewer than a page of them are the first page.
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
