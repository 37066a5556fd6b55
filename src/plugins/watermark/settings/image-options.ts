import type { Database } from '../../../database.js';
import type { Attachment } from '../../../media.js';
import { groupBy } from '../../../utilities.js';
import { designNotFound } from '../errors.js';
import type { GuardedHooks } from '../hooks/guarded.js';
import { type Design, matches, mergedSettings } from './designs.js';
import type { SettingsChanges, WatermarkSettings } from './schema.js';
import type { DesignSettings } from './settings.js';

/** Options of an image, with the design that they are from. */
export interface ImageOptions {
  readonly options: WatermarkSettings;
  /** Name of the design; null for the default one. */
  readonly design: string | null;
  /** Whether a design uses the image as its watermark. It is then never watermarked itself. */
  readonly isMark: boolean;
}

/** Unsaved design. */
export interface DraftDesign {
  /** Saved design that it changes: a name, or null for the default one. @default the one that applies to the image */
  readonly design?: string | null | undefined;
  readonly changes?: SettingsChanges | undefined;
}

/** Options of some images, from the settings at one moment. */
export interface ResolvedOptions {
  /** @throws HostError as callbacks of `vendor_watermark_options` do */
  of(attachment: Attachment): Promise<ImageOptions>;
  /** Returns the options before the filter. */
  unfiltered(attachment: Attachment): ImageOptions;
  /**
   * Returns the options with unsaved changes.
   * @param attachment null for the sample, which has the default design
   * @throws HostError 404 `vendor_watermark_design_not_found`
   */
  draft(attachment: Attachment | null, draft: DraftDesign): Promise<WatermarkSettings>;
}

/**
 * Resolves the options of images: those of the first design whose rule the image matches, otherwise the default ones;
 * then the filter `vendor_watermark_options`. The number of queries does not depend on that of images.
 */
export type OptionsOf = (
  attachments: readonly Attachment[],
  options?: {
    /** Unsaved designs instead of the saved ones. */
    readonly designs?: readonly Design[];
  },
) => Promise<ResolvedOptions>;

export function createImageOptions(parts: {
  readonly db: Pick<Database, 'query'>;
  readonly settings: Pick<DesignSettings, 'designs' | 'get'>;
  readonly hooks: Pick<GuardedHooks, 'applyFiltersAsync'>;
}): OptionsOf {
  const { db, settings, hooks } = parts;

  /** Returns the categories of posts, if a design depends on them. */
  async function categoriesOf(
    attachments: readonly Attachment[],
    designs: readonly Design[],
  ): Promise<ReadonlyMap<number, readonly number[]>> {
    const termIds = [...new Set(designs.flatMap(({ when }) => when.categories ?? []))];
    const postIds = [...new Set(attachments.map(({ postId }) => postId))].filter((id) => id !== 0);
    if (termIds.length === 0 || postIds.length === 0) return new Map();
    const rows = await db.query
      .selectFrom('post_terms')
      .select(['post_id', 'term_id'])
      .where('post_id', 'in', postIds)
      .where('term_id', 'in', termIds)
      .execute();
    const byPost = groupBy(rows, (row) => row.post_id);
    return new Map([...byPost].map(([postId, terms]) => [postId, terms.map((row) => row.term_id)]));
  }

  return async (attachments, { designs: unsaved } = {}) => {
    const general = await settings.get();
    const designs = unsaved ?? (await settings.designs());
    const categories = await categoriesOf(attachments, designs);
    // Images with the same design share its options, so that they can share what is derived from them.
    const resolved = designs.map((design) => ({ ...design, options: mergedSettings(general, design.changes) }));
    const markIds = [general, ...resolved.map(({ options }) => options)].flatMap(({ type, image_id: id }) =>
      type === 'image' ? id : [],
    );

    function unfiltered(attachment: Attachment): ImageOptions {
      const subject = { ...attachment, categories: categories.get(attachment.postId) ?? [] };
      const found = resolved.find(({ when }) => matches(when, subject));
      const isMark = markIds.includes(attachment.id);
      return { options: found?.options ?? general, design: found?.name ?? null, isMark };
    }

    async function filtered(options: WatermarkSettings, { id }: Attachment): Promise<WatermarkSettings> {
      return hooks.applyFiltersAsync('vendor_watermark_options', options, id);
    }

    function chosen(name: string): WatermarkSettings {
      const found = resolved.find((design) => design.name === name);
      if (!found) throw designNotFound(name);
      return found.options;
    }

    return {
      unfiltered,
      async of(attachment) {
        const { options: before, design, isMark } = unfiltered(attachment);
        const options = await filtered(before, attachment);
        const isOwnMark = options.type === 'image' && options.image_id === attachment.id;
        return { options, design, isMark: isMark || isOwnMark };
      },
      async draft(attachment, { design, changes = {} }) {
        const applied = attachment === null ? general : unfiltered(attachment).options;
        const saved = design === undefined ? applied : design === null ? general : chosen(design);
        const options = mergedSettings(saved, changes);
        return attachment === null ? options : filtered(options, attachment);
      },
    };
  };
}
