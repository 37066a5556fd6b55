// The same pictures by sharp alone, without anything that makes it safe.
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/**
 * One file that has to be rendered.
 * @typedef {{ id: number, size: string, file: string, width: number, height: number, mimeType: string, space: string,
 *   layer: object, options: object }} RawWork
 */

/** How many pictures are worked on at once, as in our batch: two that are rendered, and one that waits for the disk. */
const AT_ONCE = 3;

/**
 * Renders files with their marks and writes them. The marks are drawn before, which costs it nothing.
 * @param {readonly RawWork[][]} pictures the files of each
 */
export function renderRaw(pictures, folder) {
  return eachAtOnce(pictures, async (works) => {
    for (const work of works) {
      const picture = sharp(work.file, { failOn: 'error' }).autoOrient().composite([work.layer]).keepMetadata();
      await encoded(picture, work).toFile(path.join(folder, path.basename(work.file)));
    }
  });
}

/** Reads the same files and writes them anew, which is the least that a restore does that has no bytes to copy. */
export function encodeAnew(pictures, folder) {
  return eachAtOnce(pictures, async (works) => {
    for (const work of works) {
      const picture = sharp(work.file, { failOn: 'error' }).autoOrient().keepMetadata();
      await encoded(picture, work).toFile(path.join(folder, path.basename(work.file)));
    }
  });
}

/** Makes the smaller sizes anew of the whole picture, as the plugin Image Watermark does to remove a mark. */
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

/** An empty folder in place of what was there. */
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

/** Works on several at once, until none is left. */
export async function eachAtOnce(items, work) {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
