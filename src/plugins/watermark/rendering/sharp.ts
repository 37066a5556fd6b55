import type { Sharp, SharpInput, SharpOptions } from 'sharp';

export type ImageLibrary = (input?: SharpInput | SharpOptions, options?: SharpOptions) => Sharp;

let loading: Promise<ImageLibrary> | undefined;

/** Loaded with the first picture: most processes never see one. */
export function imageLibrary(): Promise<ImageLibrary> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // A file that was replaced in place would be answered from the memory of before; and pictures side by side are
    // faster than threads within one (watermark.md section 3).
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp as ImageLibrary;
  });
  return loading;
}
