import type { Sharp } from 'sharp';

/** HEIC image of 16 by 16 gray pixels. */
const PROBE = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAABAAEAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAIQACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFluqumubgQEDAgAAAAwCAAAADAIQiAAEABkQBwXPBiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAEAAAABAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAACltZGF0AAAAHSgBrwQSEgzg+AROX06hVASArOi0dKHIlxCTu2rAbQ==',
  'base64',
);

/**
 * Whether the image library decodes HEIC. The list of its formats does not tell: a libvips that reads the container
 * may lack a decoder for HEVC, as the prebuilt ones of sharp do for its patents.
 */
export async function canDecodeHeic(open: (content: Buffer) => Promise<Sharp>): Promise<boolean> {
  try {
    await (await open(PROBE)).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}
