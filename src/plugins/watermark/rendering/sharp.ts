import type { Sharp, SharpInput, SharpOptions } from 'sharp';

export type ImageLibrary = (input?: SharpInput | SharpOptions, options?: SharpOptions) => Sharp;

let loading: Promise<ImageLibrary> | undefined;

/** Loaded with the first image, because most processes never handle one. */
export function imageLibrary(): Promise<ImageLibrary> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // The cache would return outdated content of files replaced in place. Parallel images are faster than threads
    // within one.
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp as ImageLibrary;
  });
  return loading;
}
