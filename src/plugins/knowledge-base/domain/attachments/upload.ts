import { AsyncLocalStorage } from 'node:async_hooks';
import { HostError, type PluginContext, type User } from '../../../../index.js';
import { type Attachment, canRunScripts } from '../../../../media.js';
import type { UploadedFile } from '../../../../rest.js';

/** Maximum of the size setting in MiB, and so the hard limit for request bodies. */
export const MAX_MEGABYTES = 1024;
export const MEGABYTE = 1024 * 1024;

/** Uploads files for articles to the media library. */
export interface Uploads {
  /**
   * Stores a file for an article.
   * The caller attaches it afterwards. A crash in between leaves a file with the article's access that its owner
   * finds in the library.
   * @throws HostError 413 `vendor_kb_too_large`; the errors of the media library
   */
  take(file: Pick<UploadedFile, 'path' | 'name' | 'size'>, articleId: number, user: User | null): Promise<Attachment>;
  /** Replaces a stored file. @throws HostError the errors of the media library */
  replace(id: number, file: Pick<UploadedFile, 'path' | 'name'>): Promise<Attachment>;
  /** Checks the file size. @throws HostError 413 `vendor_kb_too_large` */
  assertSize(file: Pick<UploadedFile, 'size'>): Promise<void>;
  /**
   * Tells whether the library should accept a type that it rejects by default.
   * Types are notes, logs, data, SVG and HTML. Answers once per upload, so that other work in the same context is not
   * affected.
   */
  accepts(mimeType: string): boolean;
  /** Deletes a file that could not be attached. */
  giveUp(file: Attachment): Promise<void>;
}

const PLAIN_TEXTS: ReadonlySet<string> = new Set([
  'text/plain',
  'text/csv',
  'text/markdown',
  'text/yaml',
  'application/json',
]);

/**
 * Upload in progress, of any host of the process: before Node 24, each AsyncLocalStorage that was ever used slows down
 * every promise.
 */
const uploadInProgress = new AsyncLocalStorage<{ isChecked: boolean }>();

function upload<T>(work: () => Promise<T>): Promise<T> {
  return uploadInProgress.run({ isChecked: false }, work);
}

export function createUploads({ media, settings, log }: Pick<PluginContext, 'media' | 'settings' | 'log'>): Uploads {
  async function assertSize({ size }: Pick<UploadedFile, 'size'>): Promise<void> {
    const { attachmentLimit } = await settings.get('knowledge-base');
    const limit = attachmentLimit * MEGABYTE;
    if (size > limit) throw tooLarge(limit);
  }

  return {
    assertSize,
    accepts(mimeType) {
      const file = uploadInProgress.getStore();
      if (!file || file.isChecked) return false;
      file.isChecked = true;
      // Text is saved or shown without an origin. Files that can run scripts are always saved.
      return PLAIN_TEXTS.has(mimeType) || canRunScripts(mimeType);
    },
    replace: (id, { path, name }) => upload(() => media.replace(id, { path }, { filename: name })),
    async take({ path, name, size }, articleId, user) {
      await assertSize({ size });
      try {
        const fields = { filename: name, postId: articleId, authorId: user?.id ?? 0 };
        return await upload(() => media.create({ path }, fields));
      } catch (error) {
        if (!(error instanceof HostError) || error.code !== 'media_too_large') throw error;
        throw tooLarge(Number(error.data.limit), error);
      }
    },
    async giveUp({ id }) {
      await media.delete(id).catch((error: unknown) => {
        log.warn({ err: error, media: id }, 'A file could not be attached to its article and stays in the library');
      });
    },
  };
}

function tooLarge(limit: number, cause?: unknown): HostError {
  const message = `The file exceeds the limit of ${limit} bytes for attachments.`;
  return new HostError('vendor_kb_too_large', message, { status: 413, limit }, { cause });
}
