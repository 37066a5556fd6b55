import type { Database } from '../../../database.js';
import { HostError } from '../../../index.js';
import type { Attachment } from '../../../media.js';
import { differsByPicture, type Marks } from '../marks.js';
import { mayMark } from '../protocol/may-mark.js';
import type { SkipReason } from '../protocol/outcome.js';
import { type PictureState, type Pictures, showsMark } from '../protocol/pictures.js';
import { configHash } from '../settings/config-hash.js';
import type { ImageOptions, OptionsOf } from '../settings/image-options.js';
import type { WatermarkSettings } from '../settings/schema.js';

/**
 * Watermark status of an image. It has the current watermark, an outdated one or none; a user excluded it; or the
 * settings do not cover it.
 */
export const MARK_STATUSES = ['marked', 'outdated', 'original', 'excluded', 'unsupported'] as const;
export type MarkStatus = (typeof MARK_STATUSES)[number];

/** Image with its watermark status. */
export interface ListedPicture {
  readonly attachment: Attachment;
  readonly state: PictureState;
  readonly status: MarkStatus;
  /** Name of the design that applies; null for the default one. */
  readonly design: string | null;
  /** Reason it gets no watermark; null if it does. */
  readonly reason: SkipReason | null;
  /** Whether the public version has a watermark. */
  readonly isMarked: boolean;
}

/** Returns the watermark statuses of images, with a fixed number of queries. */
export type MarkStatusesOf = (attachments: readonly Attachment[]) => Promise<readonly ListedPicture[]>;

export interface MarkStatusParts {
  readonly db: Database;
  readonly pictures: Pick<Pictures, 'getMany'>;
  readonly marks: Pick<Marks, 'keyOf'>;
  readonly optionsOf: OptionsOf;
}

export function createMarkStatuses({ db, pictures, marks, optionsOf }: MarkStatusParts): MarkStatusesOf {
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
    const resolved = await optionsOf(attachments);
    const states = await pictures.getMany(attachments.map(({ id }) => id));
    const isScoped = attachments.some((each) => !resolved.unfiltered(each).options.post_types.includes('any'));
    const types = isScoped ? await typesOf(attachments) : new Map<number, string>();
    const shared = new Map<WatermarkSettings, Promise<string | null>>();

    /** Null if no watermark can be created. */
    async function hashFor(own: WatermarkSettings, attachment: Attachment): Promise<string | null> {
      if (differsByPicture(own)) return makeHash(own, attachment);
      const hash = shared.get(own) ?? makeHash(own, attachment);
      shared.set(own, hash);
      return hash;
    }

    /** Lists an image even if a filter fails on it; applying the watermark will report the error. */
    async function optionsFor(attachment: Attachment): Promise<ImageOptions> {
      return resolved.of(attachment).catch(() => resolved.unfiltered(attachment));
    }

    async function listed(attachment: Attachment): Promise<ListedPicture | null> {
      const state = states.get(attachment.id);
      if (!state) return null;
      const own = await optionsFor(attachment);
      const { design } = own;
      const may = await mayMark(attachment, state, own, (id) => types.get(id) ?? null);
      const isMarked = showsMark(state, attachment);
      const reason = may.done ? null : may.reason;
      const common = { attachment, state, design, isMarked, reason };
      if (reason === 'excluded') return { ...common, status: 'excluded' };
      if (!isMarked) return { ...common, status: reason === null ? 'original' : 'unsupported' };
      const hash = reason === null ? await hashFor(own.options, attachment) : null;
      const isCurrent = hash === null || (state.markedVersion === attachment.version && state.configHash === hash);
      return { ...common, status: isCurrent ? 'marked' : 'outdated' };
    }
    const all = await Promise.all(attachments.map(listed));
    return all.filter((each) => each !== null);
  };
}
