// Same images with sharp only, without any safety checks.
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/**
 * File to render.
 * @typedef {{ id: number, size: string, file: string, width: number, height: number, mimeType: string, space: string,
 * layer: object, options: object }} RawWork
 */

/** Images processed in parallel, as in our batch: two being rendered and one waiting for the disk. */
const AT_ONCE = 3;

/**
 * Renders files with their marks and writes them. The marks are drawn beforehand at no cost.
 * @param {readonly RawWork[][]} pictures files of each image
 */
export function renderRaw(pictures, folder) {
  return eachAtOnce(pictures, async (works) => {
    for (const work of works) {
      const picture = sharp(work.file, { failOn: 'error' }).autoOrient().composite([work.layer]).keepMetadata();
      await encoded(picture, work).toFile(path.join(folder, path.basename(work.file)));
    }
  });
}

/** Reads and re-encodes the same files: the minimum of a restore without stored originals. */
export function encodeAnew(pictures, folder) {
  return eachAtOnce(pictures, async (works) => {
    for (const work of works) {
      const picture = sharp(work.file, { failOn: 'error' }).autoOrient().keepMetadata();
      await encoded(picture, work).toFile(path.join(folder, path.basename(work.file)));
    }
  });
}

/** Recreates the smaller sizes from the full image, as the plugin Image Watermark does to remove a mark. */
export function sizesAnew(pictures, folder) {
  return eachAtOnce(pictures, async (works) => {
    const full = works.find(({ size }) => size === 'full');
    await copyFile(full.file, path.join(folder, path.basename(full.file)));
    for (const work of works.filter(({ size }) => size !== 'full')) {
      const { width, height } = work;
      const picture = sharp(full.file, { failOn: 'error' }).autoOrient().resize(width, height, { fit: 'fill' });
      await encoded(picture, work).toFile(path.join(folder, path.basename(work.file)));
    }
  });
}

/** Empties a folder. @returns the folder */
export async function emptied(folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

export const rawFile = (folder, { file }) => readFile(path.join(folder, path.basename(file)));

function encoded(picture, { mimeType, space, options }) {
  const { quality, progressive, chromaSubsampling, compressionLevel, palette, lossless } = options;
  const inSpace = space === 'b-w' ? picture.toColourspace(space) : picture;
  if (mimeType === 'image/webp') return inSpace.webp({ quality, lossless });
  if (mimeType === 'image/jpeg') return inSpace.jpeg({ quality, progressive, chromaSubsampling });
  return inSpace.png(palette ? { palette, progressive } : { compressionLevel, progressive });
}

/** Processes all items, several in parallel. */
export async function eachAtOnce(items, work) {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
