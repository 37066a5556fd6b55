import type { AdminRequest, FieldOption } from '../../../../admin.js';
import type { Attachment, Media } from '../../../../media.js';
import type { Strings } from '../../../../text.js';
import { MIME_TYPES } from '../../settings/schema.js';
import { titleOf } from '../library/labels.js';

interface Parts {
  readonly media: Pick<Media, 'get' | 'list'>;
  readonly strings: Strings;
}

/** Maximum number of images offered as the watermark; the search finds the others. */
const CHOICES = 17;
/** Maximum number of images offered for the preview. */
const SUBJECTS = 20;

/** Lists images that can be the watermark: the chosen one, and the newest or the search results. */
export async function choosable(
  { media, strings: { text } }: Parts,
  viewer: AdminRequest,
  { chosen, search }: { readonly chosen: number; readonly search: string },
) {
  const query = { mimeType: 'image', perPage: CHOICES, visibleTo: viewer };
  const { attachments } = await media.list({ ...query, ...(search === '' ? {} : { search }) });
  const present = chosen === 0 ? null : await media.get(chosen);
  const others = attachments.filter(({ id, width }) => id !== chosen && width !== null);
  const all = present ? [present, ...others] : others;
  const options: FieldOption[] = all.map((picture) => ({ value: String(picture.id), label: titleOf(picture) }));
  // Without this option, the browser would select the first image.
  const none = { value: '0', label: text('design.image_id-none') };
  const thumbnails = all.map(
    ({ id, sizes, url }) => [String(id), (sizes.thumbnail ?? sizes.medium)?.url ?? url] as const,
  );
  return {
    options: [none, ...options],
    thumbnails: Object.fromEntries(thumbnails),
    note: attachments.length > 0 ? '' : text(search === '' ? 'design.no-pictures' : 'design.no-match'),
  };
}

/** Lists images for the preview: the newest of the library, and the sample. */
export async function shownOn(
  { media, strings: { text } }: Parts,
  viewer: AdminRequest,
  {
    chosen,
    except,
    suits,
  }: {
    readonly chosen: number | null;
    readonly except: number;
    /** Returns those among the images that are shown by default. */
    readonly suits: (attachments: readonly Attachment[]) => Promise<readonly Attachment[]>;
  },
) {
  const { attachments } = await media.list({ mimeType: 'image', perPage: SUBJECTS, visibleTo: viewer });
  const attachment = chosen === null || chosen === 0 ? null : await media.get(chosen);
  const newest = attachments.filter((picture) => canBeMarked(picture) && picture.id !== except);
  const all = attachment && newest.every(({ id }) => id !== attachment.id) ? [attachment, ...newest] : newest;
  const selected = chosen ?? (await suits(all))[0]?.id ?? 0;
  return [
    ...all.map((picture) => ({
      value: String(picture.id),
      label: titleOf(picture),
      selected: picture.id === selected,
    })),
    { value: '0', label: text('design.sample'), selected: all.every(({ id }) => id !== selected) },
  ];
}

function canBeMarked({ mimeType }: Attachment): boolean {
  return MIME_TYPES.some((type) => type === mimeType);
}
