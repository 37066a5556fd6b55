import { open } from 'node:fs/promises';
import { isAnimatedPng } from './animated-png.js';
import type { Attachment } from './attachment.js';
import { detectType } from './detect-type.js';

/** Notes about an uploaded file. */
export const UPLOAD_NOTES = ['animation_lost', 'converted_to_jpeg'] as const;
export type UploadNote = (typeof UPLOAD_NOTES)[number];

/** Maximum bytes of metadata before the pixels of an image. */
const HEAD = 1024 * 1024;

/** Reads an upload, which the library moves. @returns a function that notes what became of it */
export async function noteUpload(path: string): Promise<(attachment: Attachment) => UploadNote[]> {
  const head = await headOf(path);
  const isAnimated = isAnimatedPng(head);
  const isHeic = detectType(head) === 'image/heic';
  return ({ mimeType, sizes }) => [
    ...(isAnimated && Object.keys(sizes).length > 0 ? (['animation_lost'] as const) : []),
    ...(isHeic && mimeType === 'image/jpeg' ? (['converted_to_jpeg'] as const) : []),
  ];
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
