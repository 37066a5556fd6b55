import { open } from 'node:fs/promises';
import { safeFileName } from '../http/file-name.js';
import { detectType, SNIFFED } from './detect-type.js';
import type { ImageEngine, ImageFacts } from './image-engine.js';
import { damaged, emptyFile } from './media-errors.js';
import { mediaTypeOf, typeByName, withExtension } from './media-types.js';

/** Result of examining a file. */
export interface ExaminedFile {
  readonly mimeType: string;
  readonly filename: string;
  readonly bytes: number;
  /** Null for files without smaller sizes. */
  readonly image: ImageFacts | null;
}

/**
 * Examines a file. Its content decides the media type; its name only decides between types of plain text.
 * @throws HostError `media_empty`, `media_damaged`, `media_too_many_pixels`
 */
export async function examine(file: string, name: string, images: Pick<ImageEngine, 'inspect'>): Promise<ExaminedFile> {
  const { head, bytes } = await readHead(file);
  if (bytes === 0) throw emptyFile();
  const safeName = safeFileName(name);
  const mimeType = typeByName(detectType(head), safeName);
  const image = mediaTypeOf(mimeType).raster ? await images.inspect(file) : null;
  if (image && image.mimeType !== mimeType)
    throw damaged(new Error(`It starts like ${mimeType} but is ${image.mimeType}.`));
  return { mimeType, filename: withExtension(safeName, mimeType), bytes, image };
}

/** Detects the media type of a file from its content. */
export async function typeOfFile(file: string): Promise<string> {
  return detectType((await readHead(file)).head);
}

async function readHead(file: string): Promise<{ head: Buffer; bytes: number }> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFFED), 0, SNIFFED, 0);
    return { head: buffer.subarray(0, bytesRead), bytes: size };
  } finally {
    await handle.close();
  }
}
