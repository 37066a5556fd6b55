import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attachment,
  canRunScripts,
  HostError,
  type PluginContext,
  type UploadedFile,
  type User,
} from '../../../index.js';

/** The most that the setting can be, and so what a request is read of at all. */
export const MOST_MEGABYTES = 1024;
export const MEGABYTE = 1024 * 1024;

/** Takes files for articles into the media library. */
export interface Uploads {
  /**
   * The file, as one of the article's. Who takes it in attaches it afterwards: a kill before that leaves a file in the
   * library that is as closed as the article and that its owner finds there.
   * @throws HostError 413 `vendor_kb_too_large`; what the media library throws
   */
  take(file: Pick<UploadedFile, 'path' | 'name' | 'size'>, articleId: number, user: User | null): Promise<Attachment>;
  /** Puts the file in the place of one that was taken before. @throws HostError what the media library throws */
  replace(id: number, file: Pick<UploadedFile, 'path' | 'name'>): Promise<Attachment>;
  /** @throws HostError 413 `vendor_kb_too_large` for a file that `take` would refuse by its size alone */
  assertSize(file: Pick<UploadedFile, 'size'>): Promise<void>;
  /**
   * Whether the library is asked about a file on its way to an article of a type that it refuses by itself: notes, logs,
   * data, SVG and HTML. Asked once of each, so that nothing else that happens meanwhile has the same said of it.
   */
  accepts(mimeType: string): boolean;
  /** Removes again what could not be attached. */
  giveUp(file: Attachment): Promise<void>;
}

const PLAIN_TEXTS: ReadonlySet<string> = new Set([
  'text/plain',
  'text/csv',
  'text/markdown',
  'text/yaml',
  'application/json',
]);

export function createUploads({ media, settings, log }: Pick<PluginContext, 'media' | 'settings' | 'log'>): Uploads {
  /** Of the file that is on its way. */
  const onItsWay = new AsyncLocalStorage<{ isAsked: boolean }>();
  const taking = <T>(work: () => Promise<T>): Promise<T> => onItsWay.run({ isAsked: false }, work);

  async function assertSize({ size }: Pick<UploadedFile, 'size'>): Promise<void> {
    const { attachmentLimit } = await settings.get('knowledge-base');
    const limit = attachmentLimit * MEGABYTE;
    if (size > limit) throw tooLarge(limit);
  }

  return {
    assertSize,
    accepts(mimeType) {
      const file = onItsWay.getStore();
      if (!file || file.isAsked) return false;
      file.isAsked = true;
      // Text is saved, or shown as text that belongs to no origin; what could run is only ever saved.
      return PLAIN_TEXTS.has(mimeType) || canRunScripts(mimeType);
    },
    replace: (id, { path, name }) => taking(() => media.replace(id, { path }, { filename: name })),
    async take({ path, name, size }, articleId, user) {
      await assertSize({ size });
      try {
        const fields = { filename: name, postId: articleId, authorId: user?.id ?? 0 };
        return await taking(() => media.create({ path }, fields));
      } catch (error) {
        if (!(error instanceof HostError) || error.code !== 'media_too_large') throw error;
        throw tooLarge(Number(error.data.limit), error);
      }
    },
    async giveUp({ id }) {
      await media.delete(id).catch((error: unknown) => {
        log.warn({ err: error, media: id }, 'A file that could not be attached to its article stays in the library');
      });
    },
  };
}

function tooLarge(limit: number, cause?: unknown): HostError {
  const message = `The file is larger than the ${limit} bytes that files of articles may have.`;
  return new HostError('vendor_kb_too_large', message, { status: 413, limit }, { cause });
}
