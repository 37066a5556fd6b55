import type { FileLink } from '../template-data.js';
import type { ArticleAttachment } from './attachment.js';

/** A file of an article as pages name it. @param link where it is loaded from */
export function fileLink({ title, description, file }: ArticleAttachment, link: string, locale: string): FileLink {
  return { title, description, link, type: typeOf(file.filename), size: sizeOf(file.bytes, locale) };
}

/** The end of a file's name, as people call kinds of files; empty for what no name tells. */
function typeOf(filename: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(filename)?.[1]?.toUpperCase() ?? '';
}

const UNITS = [
  { unit: 'megabyte', bytes: 1e6 },
  { unit: 'kilobyte', bytes: 1e3 },
  { unit: 'byte', bytes: 1 },
] as const;

/** Bytes in words: "12 kB". */
function sizeOf(bytes: number, locale: string): string {
  const { unit, bytes: divisor } = UNITS.find((each) => bytes >= each.bytes) ?? UNITS[2];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumSignificantDigits: 3 }).format(bytes / divisor);
}
