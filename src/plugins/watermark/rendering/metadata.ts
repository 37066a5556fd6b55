import type { Metadata, Sharp } from 'sharp';
import { readExif } from '../../../media.js';
import type { WatermarkSettings } from '../settings/schema.js';

const ORIENTATION = /(tiff:Orientation(?:>|\s*=\s*["']))[2-8]/g;

/**
 * Location in the namespace of EXIF or of a manufacturer, such as `drone-dji:GpsLatitude`. No part may match the same
 * text in two ways: untrusted input could cause catastrophic backtracking.
 */
const PLACE =
  /\s[\w-]+:G(?:PS|ps)\w+\s*=\s*(?:"[^"<]*"|'[^'<]*')|<[\w-]+:G(?:PS|ps)[^<>]*>[^<]*<\/[\w-]+:G(?:PS|ps)[^<>]*>/g;

/**
 * Copies the configured metadata of the source. The pixels are upright, so the orientation must be dropped: the
 * library does so in EXIF, but not in XMP (lovell/sharp #4585).
 */
export function withMetadata(
  image: Sharp,
  { exif, xmpAsString: xmp, orientation = 1 }: Metadata,
  { keep_metadata: keep, strip_gps: strip }: Pick<WatermarkSettings, 'keep_metadata' | 'strip_gps'>,
): Sharp {
  if (!keep) return image.keepIccProfile();
  const { hasPlace, texts } = strip && exif ? readExif(exif) : { hasPlace: false, texts: {} };
  // The library keeps EXIF completely or not at all, so without the location only the text tags are written.
  const withMetadata = hasPlace ? image.keepMetadata().withExif({ IFD0: texts }) : image.keepMetadata();
  if (xmp === undefined) return withMetadata;
  const changedXmp = xmpOf(xmp, { isTurned: orientation !== 1, strip });
  return changedXmp === xmp ? withMetadata : withMetadata.withXmp(changedXmp);
}

/**
 * Removes orientation and location from XMP.
 * @param options.isTurned whether the source's pixels were rotated
 * @param options.strip whether to remove the location
 */
export function xmpOf(
  xmp: string,
  { isTurned, strip }: { readonly isTurned: boolean; readonly strip: boolean },
): string {
  const upright = isTurned ? xmp.replace(ORIENTATION, '$11') : xmp;
  return strip ? upright.replace(PLACE, '') : upright;
}
