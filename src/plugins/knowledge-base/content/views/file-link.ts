import type { ArticleAttachment } from '../../domain/attachments/attachment.js';
import type { FileLink } from './template-data.js';

/** Builds the file link for pages. @param link URL of the file */
export function fileLink({ title, description, file }: ArticleAttachment, link: string, locale: string): FileLink {
  return { title, description, link, type: typeOf(file.filename), size: sizeOf(file.bytes, locale) };
}

/** Returns the file extension as a type label; empty if unknown. */
function typeOf(filename: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(filename)?.[1]?.toUpperCase() ?? '';
}

const UNITS = [
  { unit: 'megabyte', bytes: 1e6 },
  { unit: 'kilobyte', bytes: 1e3 },
  { unit: 'byte', bytes: 1 },
] as const;

/** Formats a size: "12 kB". */
function sizeOf(bytes: number, locale: string): string {
  const { unit, bytes: divisor } = UNITS.find((each) => bytes >= each.bytes) ?? UNITS[2];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumSignificantDigits: 3 }).format(bytes / divisor);
}
