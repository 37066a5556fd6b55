import type { Attachment } from '../../../../media.js';
import type { ImportRun } from './import-run.js';
import type { ImportItem } from './item.js';
import { assetAt } from './links/resolve-links.js';
import type { Insertion } from './links/rewrite-links.js';
import { type SourceSet, scanMedia } from './links/scan-media.js';

/**
 * Updates image references other than links to the imported files. These are `srcset` candidates, and ids in blocks,
 * classes and galleries. References to files that were not imported stay unchanged.
 * @param articleId id of the imported article; 0 for a category
 */
export async function mediaMarks(run: ImportRun, item: ImportItem, articleId: number): Promise<Insertion[]> {
  if (run.media.mode !== 'copy') return [];
  const { ids, links, sets } = scanMedia(item.body, item.format);
  const byId = new Map<number, Promise<Attachment | null>>();
  const fileAt = (destination: string): Promise<Attachment | null> => {
    const asset = assetAt(destination, item, run.index, run.sites);
    return asset ? run.media.ifThere(asset, articleId) : Promise.resolve(null);
  };
  for (const { id, destination } of links) if (!byId.has(id)) byId.set(id, fileAt(destination));
  const edits: Insertion[] = [];
  for (const { offset, length, id } of ids) {
    const found = byId.get(id) ?? ofNumber(run, id, articleId);
    byId.set(id, found);
    const file = await found;
    if (file) edits.push({ offset, length, text: String(file.id) });
  }
  for (const set of sets) edits.push(...(await choices(set, fileAt)));
  return edits;
}

/** Finds a file by its id on the exported WordPress site. */
async function ofNumber(
  { index, media, source }: ImportRun,
  id: number,
  articleId: number,
): Promise<Attachment | null> {
  if (source.profile !== 'wordpress') return null;
  const page = index.byAddress(`/~${id}`, source.defaultLocale);
  if (page?.kind !== 'redirect' || page.redirectTo === null) return null;
  return media.ifThere({ destination: page.redirectTo, file: null }, articleId);
}

/** Replaces the sizes of one image by those in the media library, whose widths differ from the old site's. */
async function choices(
  { offset, length, candidates }: SourceSet,
  fileAt: (destination: string) => Promise<Attachment | null>,
): Promise<Insertion[]> {
  const files: (Attachment | null)[] = [];
  for (const { destination } of candidates) files.push(await fileAt(destination));
  const [first] = files;
  const isOne = first && files.every((file) => file?.id === first.id);
  if (isOne && first.width && candidates.every(({ descriptor }) => descriptor.endsWith('w'))) {
    return [{ offset, length, text: sizesOf(first) }];
  }
  return candidates.flatMap((candidate, index) => {
    const file = files[index];
    return file ? [{ offset: candidate.offset, length: candidate.length, text: inAttribute(file.url) }] : [];
  });
}

/** Lists the image and its smaller versions with the same aspect ratio, smallest first. */
function sizesOf({ url, width, height, sizes }: Attachment): string {
  const shape = (width ?? 1) / (height ?? 1);
  const whole = { url, width: width ?? 0, height: height ?? 0 };
  return [...Object.values(sizes), whole]
    .filter((size) => Math.abs(size.width / size.height / shape - 1) < 0.02)
    .toSorted((one, other) => one.width - other.width)
    .map((size) => `${inAttribute(size.url)} ${size.width}w`)
    .join(', ');
}

function inAttribute(url: string): string {
  return url.replaceAll('&', '&amp;').replaceAll('"', '%22').replaceAll("'", '%27').replace(/\s/g, '%20');
}
