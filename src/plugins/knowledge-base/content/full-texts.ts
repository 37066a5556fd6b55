import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { createTemporaryFile, type TemporaryFile } from '../../../utilities.js';

/** Documents of all texts, built once for each version and sent to all clients from a temporary file. */
export interface FullTexts {
  /**
   * Opens the document of a locale. The first caller builds it, and callers that arrive during the build wait for it.
   * @param etag identifies the version; another version replaces the document
   * @throws errors of `build`, for all callers that wait; the next caller builds again
   */
  open(
    locale: string,
    etag: string,
    build: () => AsyncIterable<string>,
  ): Promise<{ readonly size: number; readonly body: Readable }>;
  /** Frees the disk space of all documents. */
  close(): void;
}

interface Version {
  readonly etag: string;
  readonly file: Promise<TemporaryFile>;
}

/** Maximum number of documents on disk, one per locale (LRU). */
const MAX_DOCUMENTS = 32;

export function createFullTexts(): FullTexts {
  const versions = new LRUCache<string, Version>({
    max: MAX_DOCUMENTS,
    // Callers that already wait for the file open it before it is closed here.
    dispose: ({ file }) =>
      void file.then(
        (built) => built.close(),
        () => undefined,
      ),
  });

  function add(locale: string, version: Version): Version {
    versions.set(locale, version);
    version.file.catch(() => {
      if (versions.peek(locale) === version) versions.delete(locale);
    });
    return version;
  }

  return {
    async open(locale, etag, build) {
      const current = versions.get(locale);
      const version = current?.etag === etag ? current : add(locale, { etag, file: createTemporaryFile(build()) });
      const file = await version.file;
      return { size: file.size, body: file.open() };
    },
    close: () => versions.clear(),
  };
}
