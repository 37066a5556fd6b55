import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { createSlots, type Slots } from '../concurrency/slots.js';
import type { ObjectStore } from '../services/objects/object-store.js';
import { folderOf, keyOf, sizeFileName } from './addresses.js';
import type { FocalPoint } from './attachment.js';
import type { ExaminedFile } from './examine.js';
import type { ImageEngine } from './image-engine.js';
import { canRunScripts } from './media-types.js';
import type { StoredSize } from './rows.js';
import { planSize, recipeOf, type SizeDefinitions } from './sizes.js';

/** The stored files of one version, before a row refers to them. */
export interface StoredVersion {
  readonly token: string;
  readonly sha256: string;
  readonly sizes: Record<string, StoredSize>;
  readonly recipe: string;
}

/** Stores the files of versions, each under its own token. */
export interface MediaFiles {
  /** Leaves nothing behind if it fails. @throws HostError `media_damaged`, `storage_*` */
  store(
    file: string,
    examined: ExaminedFile,
    focalPoint: FocalPoint | null,
    signal?: AbortSignal,
  ): Promise<StoredVersion>;
  /** Removes all files of a version. Never throws: files that cannot be removed are swept later. */
  remove(token: string): Promise<void>;
  /** See {@link recipeOf}. */
  recipe(focalPoint: FocalPoint | null): string;
}

export interface MediaFilesOptions {
  readonly objects: ObjectStore;
  readonly images: ImageEngine;
  readonly sizes: () => SizeDefinitions;
  readonly log: Logger;
  /** Maximum number of images processed at the same time. */
  readonly concurrency?: number;
}

/** More would only cost memory, since the pixels of every image in progress are held in memory. */
const CONCURRENCY = 2;

export function createMediaFiles({
  objects,
  images,
  sizes,
  log,
  concurrency = CONCURRENCY,
}: MediaFilesOptions): MediaFiles {
  const withSlot: Slots = createSlots(concurrency);

  async function storeSizes(
    file: string,
    { image, filename, mimeType }: ExaminedFile,
    token: string,
    focalPoint: FocalPoint | null,
  ): Promise<Record<string, StoredSize>> {
    if (!image) return {};
    const stored: Record<string, StoredSize> = {};
    for (const [name, definition] of Object.entries(sizes())) {
      const plan = planSize(image, definition, focalPoint);
      if (!plan) continue;
      const { width, height, content } = await withSlot(() => images.render(file, image, plan));
      await objects.put(keyOf(token, name, mimeType), content, { type: mimeType });
      stored[name] = { file: sizeFileName(filename, name), width, height, bytes: content.length, mimeType };
    }
    // Rendering a size decodes the whole image. Without sizes, its end has not been checked yet.
    if (Object.keys(stored).length === 0) await withSlot(() => images.verify(file));
    return stored;
  }

  async function remove(token: string): Promise<void> {
    try {
      await objects.deleteAll(folderOf(token));
    } catch (error) {
      log.warn({ err: error, token }, 'Unused files could not be deleted; the next sweep deletes them');
    }
  }

  return {
    remove,
    recipe: (focalPoint) => recipeOf(sizes(), focalPoint),
    async store(file, examined, focalPoint, signal) {
      const token = randomBytes(16).toString('hex');
      const { mimeType } = examined;
      try {
        const stored = await storeSizes(file, examined, token, focalPoint);
        signal?.throwIfAborted();
        const hash = createHash('sha256');
        await pipeline(createReadStream(file), hash);
        const type = canRunScripts(mimeType) ? 'application/octet-stream' : mimeType;
        const options = { type, ...(signal ? { signal } : {}) };
        await objects.put(keyOf(token, 'full', mimeType), createReadStream(file), options);
        return { token, sha256: hash.digest('hex'), sizes: stored, recipe: recipeOf(sizes(), focalPoint) };
      } catch (error) {
        await remove(token);
        throw error;
      }
    },
  };
}
