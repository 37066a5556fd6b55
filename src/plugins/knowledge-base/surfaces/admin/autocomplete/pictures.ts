import { type AdminRequest, formError } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { completed, numberIn } from './completed.js';

type Parts = Pick<KnowledgeBase, 'media'>;
type Picture = NonNullable<Awaited<ReturnType<Parts['media']['get']>>>;

const nameOf = ({ title, filename }: Picture): string => (title === '' ? filename : `${title} (${filename})`);
const isPicture = ({ mimeType }: Picture): boolean => mimeType.startsWith('image/');

/** Formats an image for a field. Without access to it, only its id appears. */
export async function pictureLine({ media }: Parts, id: number, request: AdminRequest): Promise<string> {
  if (id === 0) return '';
  const file = await media.get(id);
  return file && (await media.isVisible(file, request)) ? completed(id, nameOf(file)) : String(id);
}

/** Finds completions. */
export async function picturesFound({ media }: Parts, search: string, request: AdminRequest): Promise<string[]> {
  const { attachments } = await media.list({ search, mimeType: 'image', visibleTo: request, perPage: 10 });
  return attachments.map((file) => completed(file.id, nameOf(file)));
}

/**
 * Resolves an image of the media library by id, title or file name; 0 for empty input.
 * @param before image that may stay in any case
 * @throws HostError 422 `form_invalid` at the field for no match, a file that is not an image, or an ambiguous name
 */
export async function meantPicture(
  { media }: Parts,
  request: AdminRequest,
  text: string,
  { field, before }: { readonly field: string; readonly before: number },
  strings: Strings,
): Promise<number> {
  const typed = text.trim();
  if (typed === '') return 0;
  const refuse = (key: string): HostErrorOfForm => formError({ [field]: strings.text(`naming.${key}`, { typed }) });
  const number = numberIn(typed);
  if (number !== null && number === before) return number;
  if (number !== null) {
    const file = await media.get(number);
    if (!file || !(await media.isVisible(file, request))) throw refuse('no-picture');
    if (!isPicture(file)) throw refuse('not-a-picture');
    return number;
  }
  const { attachments } = await media.list({ search: typed, mimeType: 'image', visibleTo: request, perPage: 100 });
  const needle = typed.toLowerCase();
  const exact = attachments.filter(({ title, filename }) =>
    [title, filename].some((name) => name.toLowerCase() === needle),
  );
  const [only] = exact;
  if (!only) throw refuse('no-picture');
  if (exact.length > 1) throw refuse('several-pictures');
  return only.id;
}

type HostErrorOfForm = ReturnType<typeof formError>;
