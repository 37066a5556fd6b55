import type { Metadata, Sharp } from 'sharp';
import type { WatermarkSettings } from '../settings/schema.js';
import { readExif } from './exif.js';

const ORIENTATION = /(tiff:Orientation(?:>|\s*=\s*["']))[2-8]/g;
/** Nothing in it can match the same letters in two ways: strangers write what it reads, and may write megabytes. */
const PLACE = /\sexif:GPS\w+\s*=\s*(?:"[^"<]*"|'[^'<]*')|<exif:GPS[^<>]*>[^<]*<\/exif:GPS[^<>]*>/g;

/**
 * What of the source's metadata the marked picture has. Its pixels are upright, so nothing in it may say that they are
 * to be turned: the library sees to EXIF, and not to XMP (lovell/sharp #4585).
 */
export function withMetadata(
  image: Sharp,
  { exif, xmpAsString: xmp, orientation = 1 }: Metadata,
  { keep_metadata: keep, strip_gps: strip }: Pick<WatermarkSettings, 'keep_metadata' | 'strip_gps'>,
): Sharp {
  if (!keep) return image.keepIccProfile();
  const { hasPlace, texts } = strip && exif ? readExif(exif) : { hasPlace: false, texts: {} };
  // The library writes all of EXIF or what it is told: without the place, what says whose the picture is stays.
  const kept = hasPlace ? image.keepIccProfile().keepXmp().withExif({ IFD0: texts }) : image.keepMetadata();
  if (xmp === undefined) return kept;
  const told = xmpOf(xmp, { isTurned: orientation !== 1, strip });
  return told === xmp ? kept : kept.withXmp(told);
}

/**
 * @param options.isTurned whether the source's pixels lay on their side
 * @param options.strip whether the place where it was taken goes
 */
export function xmpOf(
  xmp: string,
  { isTurned, strip }: { readonly isTurned: boolean; readonly strip: boolean },
): string {
  const upright = isTurned ? xmp.replace(ORIENTATION, '$11') : xmp;
  return strip ? upright.replace(PLACE, '') : upright;
}
