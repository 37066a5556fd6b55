/** Exports the plugin's augmentations of the host's types to users of the package. */

import { fileURLToPath } from 'node:url';
import type { PluginContext } from '../../index.js';
import type { Attachment } from '../../media.js';
import { createStrings } from '../../text.js';
import { watermarkCatalogues } from './catalogues.js';
import { createErrorLog, type ErrorLog } from './error-log.js';
import { attachmentNotFound, postNotFound } from './errors.js';
import { guardHooks } from './hooks/guarded.js';
import { createLicenceFeatures } from './licence-features.js';
import { createMarkStatuses, type MarkStatusesOf } from './listing/mark-status.js';
import { createReadOriginal, type ReadOriginal } from './listing/original.js';
import { createListPictures, type ListPictures } from './listing/picture-list.js';
import { createMarks, type Marks } from './marks.js';
import { createPreview, type Preview } from './preview/preview.js';
import { type Apply, createApply } from './protocol/apply.js';
import { type Backups, createBackups } from './protocol/backups.js';
import { createJournal, type Journal } from './protocol/journal.js';
import { createPictures, type Pictures } from './protocol/pictures.js';
import { createRestore, createRestoreMarked, type Restore } from './protocol/restore.js';
import { createSave, type Save } from './protocol/save.js';
import { createWorkOn } from './protocol/work-on.js';
import { createAdmission } from './rendering/pixel-budget.js';
import { createTypefaces } from './rendering/typefaces.js';
import { createRuns, type Runs } from './runs/runs.js';
import { CHUNK, createRunStep } from './runs/step.js';
import { createImageOptions, type OptionsOf } from './settings/image-options.js';
import { createDesignSettings, type DesignSettings } from './settings/settings.js';
import { type Batch, type ConcurrentWork, createBatch, createConcurrentWork } from './work/batch.js';
import { createLibraryRows, type LibraryRows } from './work/library-rows.js';
import { createAssertRoom } from './work/room.js';
import './admin/design/template-data.js';
import './admin/designs/template-data.js';
import './admin/library/template-data.js';
import './hooks/hooks.js';
import './settings/settings.js';
import './tables/backups.js';
import './tables/errors.js';
import './tables/journal.js';
import './tables/pictures.js';
import './tables/runs.js';
import { DONE, type Outcome } from './protocol/outcome.js';

/** Options of the plugin. */
export interface WatermarkOptions {
  /**
   * TrueType and OpenType fonts (`.ttf`, `.otf`, `.ttc`) for characters that the bundled fonts lack, in order of
   * preference: paths or file URLs. Without them, only the fonts installed on the server are tried. The bundled fonts
   * have Latin, Greek, Cyrillic, Arabic, Hebrew, Thai and Devanagari letters. Color emoji are
   * bitmaps, which scale only where the package `fontconfig` is installed; Noto Emoji has outlines.
   * @default none
   * @example watermark({ fonts: [new URL('./fonts/NotoSansJP-Bold.ttf', import.meta.url)] })
   */
  readonly fonts?: readonly (string | URL)[];
}

/** Public API of the plugin: `context.plugin('watermark')`. Its routes, pages and commands use it, too. */
export interface Watermark extends KeepOut {
  readonly settings: DesignSettings;
  /** Resolves the options and the design of images. */
  readonly optionsOf: OptionsOf;
  readonly pictures: Pictures;
  readonly backups: Backups;
  readonly marks: Marks;
  readonly journal: Journal;
  readonly errors: ErrorLog;
  readonly rows: LibraryRows;
  readonly listPictures: ListPictures;
  readonly markStatusesOf: MarkStatusesOf;
  readonly readOriginal: ReadOriginal;
  readonly apply: Apply;
  readonly restore: Restore;
  /** Variant for bulk work that skips images without a backup. */
  readonly restoreMarked: Restore;
  /** Backs up the original without applying a watermark. */
  readonly save: Save;
  readonly concurrentWork: ConcurrentWork;
  readonly batch: Batch;
  readonly preview: Preview;
  /** Background runs over the whole library. */
  readonly runs: Runs;
  /**
   * Returns the images of a post: attached ones, the featured one, and those in its content.
   * @throws HostError 404 `vendor_watermark_post_not_found`
   */
  ofPost(postId: number): Promise<readonly number[]>;
  /** @throws HostError 404 `attachment_not_found` */
  attachment(id: number): Promise<Attachment>;
  /** Clears the error log. @returns the number of deleted entries */
  clearErrors(): Promise<number>;
}

/** Maximum pixels of all images in progress, about 300 megabytes. */
const PIXEL_BUDGET = 60_000_000;

/** Watermarks cached for previews. Each change of a design is a new one and must not evict those of a run. */
const PREVIEWED_MARKS = 2;

export function createWatermark(context: PluginContext, options: WatermarkOptions = {}): Watermark {
  const { db, outbox, media, objects, log, users, site, cache, content } = context;
  const hooks = guardHooks(context.hooks);
  const features = createLicenceFeatures({ hooks, licences: context.licences });
  const typefaces = createTypefaces(
    (options.fonts ?? []).map((file) => (file instanceof URL ? fileURLToPath(file) : file)),
  );
  const pictures = createPictures(db);
  const backups = createBackups({ db, objects, media, hooks });
  const markParts = { site, media, users, pictures, backups, typefaces };
  const marks = createMarks(markParts);
  const settings = createDesignSettings(context, features, marks);
  const optionsOf = createImageOptions({ db, settings, hooks });
  const journal = createJournal(db, log);
  const errors = createErrorLog({ db, hooks, log });
  const workOn = createWorkOn({ media, journal, pictures });
  let concurrency = 1;
  const admission = createAdmission(PIXEL_BUDGET, () => concurrency);
  const concurrentWork = createConcurrentWork(errors, async () => {
    ({ concurrency } = await settings.get());
    return concurrency;
  });
  const rows = createLibraryRows({ db, cache });
  const restore = createRestore({ workOn, backups, pictures, hooks });
  const readOriginal = createReadOriginal({ pictures, backups, media });
  const markStatusesOf = createMarkStatuses({ db, pictures, marks, optionsOf });

  async function attachment(id: number): Promise<Attachment> {
    const found = await media.get(id);
    if (!found) throw attachmentNotFound(id);
    return found;
  }

  const apply = createApply({
    workOn,
    backups,
    pictures,
    marks,
    hooks,
    admission,
    posts: content.posts,
    optionsOf,
  });
  const save = createSave({ db, workOn, backups, pictures, hooks });
  const restoreMarked = createRestoreMarked(restore, pictures);
  const assertRoom = createAssertRoom({ objects, media });
  const step = createRunStep({
    outbox,
    rows,
    concurrentWork,
    errors,
    hooks,
    assertRoom,
    one({ id: runId, input: { work, forced } }, id) {
      if (work === 'apply') return apply(id, { force: forced, runId });
      return work === 'backup' ? save(id, { runId }) : restoreMarked(id, { runId });
    },
  });
  const runs = createRuns({
    runs: context.runs,
    rows,
    errors,
    step,
    async assertPossible({ work }) {
      await features.assert('runs');
      if (work === 'apply') await settings.assertDrawable();
      await assertRoom(await rows.after(0, CHUNK));
    },
  });

  return {
    attachment,
    async clearErrors() {
      const count = await errors.clear();
      await hooks.doActionAsync('vendor_watermark_errors_cleared', count);
      return count;
    },
    settings,
    optionsOf,
    pictures,
    backups,
    marks,
    journal,
    errors,
    rows,
    concurrentWork,
    apply,
    restore,
    restoreMarked,
    save,
    runs,
    ...createKeepOut(pictures, restore),
    listPictures: createListPictures({ db, media, markStatusesOf, settings }),
    markStatusesOf,
    readOriginal,
    batch: createBatch({ rows, concurrentWork, hooks, assertRoom, assertDrawable: settings.assertDrawable }),
    preview: createPreview({
      settings,
      optionsOf,
      attachment,
      hooks,
      admission,
      readOriginal,
      marks: createMarks(markParts, { remember: PREVIEWED_MARKS }),
      sampleTitle: () => createStrings(site.locale, watermarkCatalogues).text('design.sample'),
    }),
    async ofPost(postId) {
      if (!(await content.posts.get(postId))) throw postNotFound(postId);
      const images = (await media.ofPost(postId)).filter(({ mimeType }) => mimeType.startsWith('image/'));
      const ids = images.map(({ id }) => id);
      return hooks.applyFiltersAsync('vendor_watermark_post_image_ids', ids, postId);
    },
  };
}

/** Exclusion of images from watermarks. */
interface KeepOut {
  /**
   * Excludes an image and removes its watermark.
   * @throws HostError like `Restore`; the image stays excluded
   */
  keepOut(id: number): Promise<Outcome>;
  letIn(id: number): Promise<Outcome>;
}

function createKeepOut(pictures: Pick<Pictures, 'get' | 'save'>, restore: Restore): KeepOut {
  return {
    async keepOut(id) {
      await pictures.save(id, { excluded: true });
      const { markedVersion } = await pictures.get(id);
      if (markedVersion === null) return DONE;
      const outcome = await restore(id);
      // The image was changed elsewhere and no longer has a watermark.
      return !outcome.done && outcome.reason === 'not_marked' ? DONE : outcome;
    },
    async letIn(id) {
      await pictures.save(id, { excluded: false });
      return DONE;
    },
  };
}
