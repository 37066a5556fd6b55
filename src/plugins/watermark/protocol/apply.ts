import type { Posts } from '../../../content.js';
import { type Attachment, isAnimatedPng } from '../../../media.js';
import { allEnded } from '../../../utilities.js';
import type { GuardedHooks } from '../hooks/guarded.js';
import type { FoundMark, Marks } from '../marks.js';
import { type OutputOptions, outputOptions } from '../rendering/output.js';
import type { Admission } from '../rendering/pixel-budget.js';
import { inspect, type Overlay, render } from '../rendering/renderer.js';
import type { SourceFacts } from '../rendering/source-facts.js';
import { configHash } from '../settings/config-hash.js';
import type { OptionsOf } from '../settings/image-options.js';
import type { WatermarkSettings } from '../settings/schema.js';
import type { Backups, Original } from './backups.js';
import { mayMark } from './may-mark.js';
import { DONE, type Outcome, type OutcomeNote, skipped } from './outcome.js';
import { isDoneIn, type Pictures, showsMark } from './pictures.js';
import type { InHand, WorkOn } from './work-on.js';

export interface ApplyOptions {
  /** Applies the watermark even if the image already has it. */
  readonly force?: boolean;
  /** Run that this is part of. */
  readonly runId?: number | null;
  /** Returns the outcome without changing anything. */
  readonly dryRun?: boolean;
}

/**
 * Applies the watermark to an image. Backs up its files unless they already have a watermark, renders each size from
 * the backup, and publishes all files and the record in one transaction. A crash at any moment leaves the image
 * either unchanged or finished.
 * @throws HostError for faults of the image, watermark or storage; the image is then unchanged
 */
export type Apply = (id: number, options?: ApplyOptions) => Promise<Outcome>;

interface MarkedSize {
  readonly size: string;
  readonly notes: readonly OutcomeNote[];
}

export interface ApplyParts {
  readonly workOn: WorkOn;
  readonly backups: Backups;
  readonly pictures: Pictures;
  readonly marks: Marks;
  readonly posts: Pick<Posts, 'get'>;
  readonly hooks: GuardedHooks;
  readonly admission: Admission;
  readonly optionsOf: OptionsOf;
}

export function createApply(parts: ApplyParts): Apply {
  const { workOn, backups, pictures, marks, posts, hooks, admission, optionsOf } = parts;

  const typeOfPost = async (id: number) => (await posts.get(id))?.type ?? null;

  /** Returns the original files, backing them up if needed. */
  async function originalsOf({ attachment, state }: InHand): Promise<readonly Original[]> {
    if (showsMark(state, attachment)) return backups.read(attachment.id, state.generation);
    await hooks.doActionAsync('vendor_watermark_before_backup', attachment);
    return backups.take(attachment, state.generation);
  }

  /** @returns the sizes that now have a watermark */
  async function renderAll(
    { attachment, draft }: InHand,
    originals: readonly Original[],
    settings: WatermarkSettings,
    found: FoundMark,
  ): Promise<MarkedSize[]> {
    async function one(original: Original): Promise<readonly MarkedSize[]> {
      const { size } = original;
      const isWanted =
        settings.sizes.includes(size) &&
        (await hooks.applyFiltersAsync('vendor_watermark_should_apply', true, attachment, size));
      const picture = isWanted ? await renderOne(attachment, original, settings, found) : null;
      await draft.put(size, picture ?? original);
      return picture ? [{ size, notes: picture.notes }] : [];
    }
    return (await allEnded(originals.map(one))).flat();
  }

  async function renderOne(attachment: Attachment, original: Original, settings: WatermarkSettings, found: FoundMark) {
    const { content, size } = original;
    const facts = await inspect(content, settings.max_pixels);
    const context = (picture: SourceFacts) => ({ attachment, size, picture });
    const filters = {
      overlay: (overlay: Overlay, picture: SourceFacts) =>
        hooks.applyFiltersAsync('vendor_watermark_overlay', overlay, context(picture)),
      output: (options: OutputOptions, picture: SourceFacts) =>
        hooks.applyFiltersAsync('vendor_watermark_output_options', options, context(picture)),
    };
    const output = outputOptions(facts, content, settings);
    const picture = await admission.run(facts.pixels, () =>
      render(content, facts, { mark: found.mark, settings, output, filters }),
    );
    return picture && { ...picture, notes: notesOf(content, facts) };
  }

  async function mark(
    inHand: InHand,
    settings: WatermarkSettings,
    found: FoundMark,
    { hash, runId }: { readonly hash: string; readonly runId: number | null },
  ): Promise<Outcome> {
    const { attachment, state, draft, claim } = inHand;
    const { id } = attachment;
    const originals = await originalsOf(inHand);
    const marked = await renderAll(inHand, originals, settings, found);
    if (marked.length === 0) return skipped('too_small');
    const isSaved = showsMark(state, attachment);
    const full = originals.find(({ size }) => size === 'full');
    const after = await draft.publish(async ({ version, sha256 }) => {
      await claim.finish();
      if (!isSaved) await backups.record(originals);
      await pictures.save(id, {
        markedVersion: version,
        markedSha256: sha256,
        originalSha256: full?.sha256 ?? null,
        configHash: hash,
        generation: full?.generation ?? state.generation,
        runId,
        markedAt: new Date(),
      });
    });
    if (!isSaved) await hooks.doActionAsync('vendor_watermark_after_backup', attachment);
    const sizes = marked.map(({ size }) => size);
    await hooks.doActionAsync('vendor_watermark_after_apply', id, { attachment: after, sizes });
    const notes = [...new Set(marked.flatMap((each) => each.notes))];
    return notes.length > 0 ? { done: true, notes } : DONE;
  }

  return async (id, { force = false, runId = null, dryRun = false } = {}) => {
    try {
      return await workOn(id, 'apply', async (inHand) => {
        const { attachment, state } = inHand;
        if (isDoneIn(runId, state)) return DONE;
        const resolved = await (await optionsOf([attachment])).of(attachment);
        const { options: settings } = resolved;
        const may = await mayMark(attachment, state, resolved, typeOfPost);
        if (!may.done) return may;
        const found = await marks.of(settings, attachment);
        const hash = configHash(settings, found.key);
        if (!force && state.markedVersion === attachment.version && state.configHash === hash) {
          return skipped('up_to_date');
        }
        if (dryRun) return DONE;
        await hooks.doActionAsync('vendor_watermark_before_apply', attachment);
        return mark(inHand, settings, found, { hash, runId });
      });
    } catch (error) {
      await hooks.doActionAsync('vendor_watermark_apply_failed', id, error);
      throw error;
    }
  };
}

/** Returns what the watermarked image lacks of its original. */
function notesOf(content: Uint8Array, { metadata }: SourceFacts): readonly OutcomeNote[] {
  return [
    ...(metadata.space === 'cmyk' ? (['colourspace_converted'] as const) : []),
    ...(isAnimatedPng(content) ? (['animation_lost'] as const) : []),
  ];
}
