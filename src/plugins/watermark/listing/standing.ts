import { type Attachment, type Database, HostError } from '../../../index.js';
import type { GuardedHooks } from '../hooks/guarded.js';
import { differsByPicture, type Marks } from '../marks.js';
import { mayMark } from '../protocol/may-mark.js';
import type { SkipReason } from '../protocol/outcome.js';
import { type PictureState, type Pictures, showsMark } from '../protocol/pictures.js';
import { configHash } from '../settings/config-hash.js';
import type { WatermarkSettings } from '../settings/schema.js';

/**
 * How a picture stands: with the mark of today's settings, with one of other settings, without one, kept out by somebody,
 * or one that the settings leave alone.
 */
export const STANDINGS = ['marked', 'outdated', 'original', 'excluded', 'unsupported'] as const;
export type Standing = (typeof STANDINGS)[number];

/** A picture with all that a list says of it. */
export interface ListedPicture {
  readonly attachment: Attachment;
  readonly state: PictureState;
  readonly standing: Standing;
  /** Why it gets no mark; null for one that does. */
  readonly reason: SkipReason | null;
  /** Whether visitors see a mark on it. */
  readonly isMarked: boolean;
}

/** Says how pictures stand, with one query for each kind of fact. */
export type StandingsOf = (attachments: readonly Attachment[]) => Promise<readonly ListedPicture[]>;

export interface StandingsParts {
  readonly db: Database;
  readonly pictures: Pick<Pictures, 'several'>;
  readonly marks: Pick<Marks, 'keyOf'>;
  readonly hooks: GuardedHooks;
  readonly settings: () => Promise<WatermarkSettings>;
}

export function createStandingsOf({ db, pictures, marks, hooks, settings }: StandingsParts): StandingsOf {
  async function typesOf(attachments: readonly Attachment[]): Promise<ReadonlyMap<number, string>> {
    const ids = [...new Set(attachments.map(({ postId }) => postId))].filter((id) => id !== 0);
    if (ids.length === 0) return new Map();
    const rows = await db.query.selectFrom('posts').select(['id', 'type']).where('id', 'in', ids).execute();
    return new Map(rows.map(({ id, type }) => [id, type]));
  }

  async function makeHash(settings: WatermarkSettings, attachment: Attachment): Promise<string | null> {
    try {
      return configHash(settings, await marks.keyOf(settings, attachment));
    } catch (error) {
      if (error instanceof HostError && error.code === 'vendor_watermark_not_configured') return null;
      throw error;
    }
  }

  return async (attachments) => {
    const general = await settings();
    const states = await pictures.several(attachments.map(({ id }) => id));
    const types = general.post_types.includes('any') ? new Map<number, string>() : await typesOf(attachments);
    const shared = new Map<WatermarkSettings, Promise<string | null>>();

    /** Null where no mark can be made. */
    async function hashFor(own: WatermarkSettings, attachment: Attachment): Promise<string | null> {
      if (differsByPicture(own)) return makeHash(own, attachment);
      const hash = shared.get(own) ?? makeHash(own, attachment);
      shared.set(own, hash);
      return hash;
    }

    /** One that somebody's callback fails at is listed all the same: who marks it hears of the failure. */
    async function settingsFor({ id }: Attachment): Promise<WatermarkSettings> {
      return hooks.applyFiltersAsync('vendor_watermark_options', general, id).catch(() => general);
    }

    async function listed(attachment: Attachment): Promise<ListedPicture | null> {
      const state = states.get(attachment.id);
      if (!state) return null;
      const own = await settingsFor(attachment);
      const may = await mayMark(attachment, state, own, (id) => types.get(id) ?? null);
      const isMarked = showsMark(state, attachment);
      const reason = may.done ? null : may.reason;
      const common = { attachment, state, isMarked, reason };
      if (reason === 'excluded') return { ...common, standing: 'excluded' };
      if (!isMarked) return { ...common, standing: reason === null ? 'original' : 'unsupported' };
      const hash = reason === null ? await hashFor(own, attachment) : null;
      const isCurrent = hash === null || (state.markedVersion === attachment.version && state.configHash === hash);
      return { ...common, standing: isCurrent ? 'marked' : 'outdated' };
    }
    const all = await Promise.all(attachments.map(listed));
    return all.filter((each) => each !== null);
  };
}
