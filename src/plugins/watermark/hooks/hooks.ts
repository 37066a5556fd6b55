import type { Awaitable, OwnedHooks } from '../../../hooks.js';
import type { LicenceRecord } from '../../../licences.js';
import type { Attachment } from '../../../media.js';
import type { ErrorEntry } from '../error-log.js';
import type { LicenceFeature } from '../licence-features.js';
import type { OutputOptions } from '../rendering/output.js';
import type { Overlay } from '../rendering/renderer.js';
import type { SourceFacts } from '../rendering/source-facts.js';
import type { WatermarkSettings } from '../settings/schema.js';
import type { BatchSummary } from '../work/batch.js';

/** Result of a watermarked image. */
export interface MarkResult {
  readonly attachment: Attachment;
  /** Sizes that have the watermark. */
  readonly sizes: readonly string[];
}

/** Image and size that are rendered. */
export interface RenderContext {
  readonly attachment: Attachment;
  readonly size: string;
  readonly picture: SourceFacts;
}

declare module '../../../index.js' {
  interface Filters {
    /** Settings for one image. */
    vendor_watermark_options(options: WatermarkSettings, attachmentId: number): Awaitable<WatermarkSettings>;
    /**
     * Whether a size of an image gets the watermark. Called only for configured sizes of images that are not
     * excluded.
     */
    vendor_watermark_should_apply(should: boolean, attachment: Attachment, size: string): Awaitable<boolean>;
    /** Overlay and its place: pixels including the configured opacity, and the top left corner. */
    vendor_watermark_overlay(overlay: Overlay, context: RenderContext): Awaitable<Overlay>;
    /** Encoding options of the watermarked file. */
    vendor_watermark_output_options(options: OutputOptions, context: RenderContext): Awaitable<OutputOptions>;
    /** Ids of the images in a batch. Removed ones count as skipped. */
    vendor_watermark_attachment_query(ids: readonly number[]): Awaitable<readonly number[]>;
    /** Images of a post. */
    vendor_watermark_post_image_ids(ids: readonly number[], postId: number): Awaitable<readonly number[]>;
    /** Path of a backup among the plugin's files. Existing files are never overwritten. */
    vendor_watermark_backup_path(path: string, attachment: Attachment, size: string): Awaitable<string>;
    /** Whether a feature is available, for sites that tie features to a licence. By default all are. */
    vendor_watermark_license_feature(
      isOpen: boolean,
      feature: LicenceFeature,
      licence: LicenceRecord,
    ): Awaitable<boolean>;
    /** Entry of the error log; null to record none. */
    vendor_watermark_error(entry: ErrorEntry | null): Awaitable<ErrorEntry | null>;
  }
  interface Actions {
    /** Fires before an image is changed. An error leaves it unchanged. */
    vendor_watermark_before_apply(attachment: Attachment): void | Promise<void>;
    /** The watermark of an image was published. */
    vendor_watermark_after_apply(attachmentId: number, result: MarkResult): void | Promise<void>;
    /** An image could not be watermarked and is unchanged. */
    vendor_watermark_apply_failed(attachmentId: number, error: unknown): void | Promise<void>;
    /** Fires before the original of an image is saved. An error leaves the image unchanged. */
    vendor_watermark_before_backup(attachment: Attachment): void | Promise<void>;
    /** The original of an image was saved. */
    vendor_watermark_after_backup(attachment: Attachment): void | Promise<void>;
    /** Fires before the watermark of an image is removed. An error keeps it. */
    vendor_watermark_before_restore(attachment: Attachment): void | Promise<void>;
    /** The original of an image was published again. */
    vendor_watermark_after_restore(attachment: Attachment): void | Promise<void>;
    /** The last part of the library was processed, by batch calls or by a run. */
    vendor_watermark_batch_completed(summary: BatchSummary): void | Promise<void>;
    /** The error log was cleared; `count` is the number of deleted entries. */
    vendor_watermark_errors_cleared(count: number): void | Promise<void>;
    /** A licence key was verified. */
    vendor_watermark_license_verified(valid: boolean): void | Promise<void>;
  }
}

/** Defines the hooks of the plugin. */
export function defineHooks({ define }: OwnedHooks): void {
  const filter = { kind: 'filter', since: '0.1.0', async: 'allowed', onError: 'throw' } as const;
  define('vendor_watermark_options', filter);
  define('vendor_watermark_should_apply', filter);
  define('vendor_watermark_overlay', filter);
  define('vendor_watermark_output_options', filter);
  define('vendor_watermark_attachment_query', filter);
  define('vendor_watermark_post_image_ids', filter);
  define('vendor_watermark_backup_path', filter);
  define('vendor_watermark_license_feature', filter);
  define('vendor_watermark_error', { ...filter, onError: 'isolate' });
  const before = { kind: 'action', since: '0.1.0', async: 'allowed', onError: 'throw' } as const;
  define('vendor_watermark_before_apply', before);
  define('vendor_watermark_before_backup', before);
  define('vendor_watermark_before_restore', before);
  // These fire after the fact, so a failing callback changes nothing.
  const after = { ...before, onError: 'isolate' } as const;
  define('vendor_watermark_after_apply', after);
  define('vendor_watermark_apply_failed', after);
  define('vendor_watermark_after_backup', after);
  define('vendor_watermark_after_restore', after);
  define('vendor_watermark_batch_completed', after);
  define('vendor_watermark_errors_cleared', after);
  define('vendor_watermark_license_verified', after);
}
