import type { Attachment, LicenceRecord, OwnedHooks } from '../../../index.js';
import type { ErrorEntry } from '../error-log.js';
import type { LicenceFeature } from '../licence-features.js';
import type { OutputOptions } from '../rendering/output.js';
import type { Overlay } from '../rendering/renderer.js';
import type { SourceFacts } from '../rendering/source-facts.js';
import type { WatermarkSettings } from '../settings/schema.js';
import type { BatchSummary } from '../work/batch.js';

/** What became of a picture. */
export interface MarkResult {
  readonly attachment: Attachment;
  /** The sizes that have a mark. */
  readonly sizes: readonly string[];
}

/** Which size of which picture. */
export interface RenderContext {
  readonly attachment: Attachment;
  readonly size: string;
  readonly picture: SourceFacts;
}

type Answer<T> = T | Promise<T>;

declare module '../../../index.js' {
  interface Filters {
    /** The settings for one picture. */
    vendor_watermark_options(options: WatermarkSettings, attachmentId: number): Answer<WatermarkSettings>;
    /** Whether a size of a picture is marked: a size of the settings, of a picture that nothing else keeps out. */
    vendor_watermark_should_apply(should: boolean, attachment: Attachment, size: string): Answer<boolean>;
    /** What is put on a picture and where: pixels, with the opacity of the settings, and their upper left corner. */
    vendor_watermark_overlay(overlay: Overlay, context: RenderContext): Answer<Overlay>;
    /** How the marked file is written. */
    vendor_watermark_output_options(options: OutputOptions, context: RenderContext): Answer<OutputOptions>;
    /** The ids of the pictures of a batch. Those that are left out count as skipped. */
    vendor_watermark_attachment_query(ids: readonly number[]): Answer<readonly number[]>;
    /** The pictures of a post. */
    vendor_watermark_post_image_ids(ids: readonly number[], postId: number): Answer<readonly number[]>;
    /** Where a backup goes among the files of the plugin. What lies there already is never written over. */
    vendor_watermark_backup_path(path: string, attachment: Attachment, size: string): Answer<string>;
    /** Whether a feature may be used, for sites that tie some to the licence they are given; each is open by itself. */
    vendor_watermark_license_feature(isOpen: boolean, feature: LicenceFeature, licence: LicenceRecord): Answer<boolean>;
    /** An entry of the error log; null for none. */
    vendor_watermark_error(entry: ErrorEntry | null): Answer<ErrorEntry | null>;
  }
  interface Actions {
    /** Before anything is done with a picture. What throws leaves it as it is. */
    vendor_watermark_before_apply(attachment: Attachment): void | Promise<void>;
    /** A picture is shown with its mark. */
    vendor_watermark_after_apply(attachmentId: number, result: MarkResult): void | Promise<void>;
    /** A picture could not be marked, and is as it was. */
    vendor_watermark_apply_failed(attachmentId: number, error: unknown): void | Promise<void>;
    /** Before the original of a picture is saved. What throws leaves the picture as it is. */
    vendor_watermark_before_backup(attachment: Attachment): void | Promise<void>;
    /** The original of a picture is saved. */
    vendor_watermark_after_backup(attachment: Attachment): void | Promise<void>;
    /** Before the mark of a picture is taken away. What throws leaves it there. */
    vendor_watermark_before_restore(attachment: Attachment): void | Promise<void>;
    /** A picture is shown as it was before its mark. */
    vendor_watermark_after_restore(attachment: Attachment): void | Promise<void>;
    /** The last part of the library was done, by calls or by a run. */
    vendor_watermark_batch_completed(summary: BatchSummary): void | Promise<void>;
    /** The error log was emptied, of so many entries. */
    vendor_watermark_errors_cleared(count: number): void | Promise<void>;
    /** A licence key was looked at. */
    vendor_watermark_license_verified(valid: boolean): void | Promise<void>;
  }
}

/** Says what the hooks of the plugin are. */
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
  // What has happened has happened, whatever those say who hear of it.
  const after = { ...before, onError: 'isolate' } as const;
  define('vendor_watermark_after_apply', after);
  define('vendor_watermark_apply_failed', after);
  define('vendor_watermark_after_backup', after);
  define('vendor_watermark_after_restore', after);
  define('vendor_watermark_batch_completed', after);
  define('vendor_watermark_errors_cleared', after);
  define('vendor_watermark_license_verified', after);
}
