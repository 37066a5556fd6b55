import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { type UnnamedFile, unnamedFile } from '../../../index.js';

/** The texts of all articles, built once for each version and shared by all readers. */
export interface FullTexts {
  /**
   * Opens the document of a locale. The first caller builds it; callers that arrive during the build wait for it.
   * @param etag identifies the version. Another one replaces the document
   */
  open(
    locale: string,
    etag: string,
    build: () => AsyncIterable<Uint8Array>,
  ): Promise<{ readonly size: number; readonly body: Readable }>;
  /** Frees the space of all documents. */
  close(): void;
}

interface Entry {
  readonly etag: string;
  readonly file: Promise<UnnamedFile>;
}

/** Maximum number of documents on disk, one per locale (LRU). */
const MAX_DOCUMENTS = 32;

export function createFullTexts(): FullTexts {
  const entries = new LRUCache<string, Entry>({
    max: MAX_DOCUMENTS,
    // Callers that wait for the file open it before this closes it.
    dispose: ({ file }) =>
      void file.then(
        (built) => built.close(),
        () => undefined,
      ),
  });

  function build(locale: string, etag: string, pieces: AsyncIterable<Uint8Array>): Entry {
    const entry = { etag, file: unnamedFile(pieces) };
    entries.set(locale, entry);
    entry.file.catch(() => {
      if (entries.peek(locale) === entry) entries.delete(locale);
    });
    return entry;
  }

  return {
    async open(locale, etag, pieces) {
      const known = entries.get(locale);
      const file = await (known?.etag === etag ? known : build(locale, etag, pieces())).file;
      return { size: file.size, body: file.open() };
    },
    close: () => entries.clear(),
  };
}
