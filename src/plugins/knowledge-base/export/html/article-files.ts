import { canRunScripts } from '../../../../index.js';
import type { Article } from '../../article.js';
import type { View } from '../../pages/visit.js';
import type { FileLink } from '../../template-data.js';
import type { StaticSite } from './static-pages.js';

/** The files of an article that go with its page: those that whoever it is for may have. */
export async function filesOf(
  { kb, media }: Pick<StaticSite, 'kb' | 'media'>,
  { viewer, locale }: View,
  article: Article,
): Promise<FileLink[]> {
  const links: FileLink[] = [];
  for (const attachment of await kb.attachments.of(article.id)) {
    if (!(await kb.attachments.accessOf(attachment, article, viewer)).allowed) continue;
    const { title, description, file } = attachment;
    // What could run is linked where it is only ever saved.
    if ((await media.of(file)) === null && !canRunScripts(file.mimeType)) continue;
    links.push({ title, description, link: file.url, size: sizeOf(file.bytes, locale) });
  }
  return links;
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
