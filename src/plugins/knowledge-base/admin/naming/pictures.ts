import { type AdminRequest, formError, type Strings } from '../../../../index.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import { completed, numberIn } from './completed.js';

type Parts = Pick<KnowledgeBase, 'media'>;
type Picture = NonNullable<Awaited<ReturnType<Parts['media']['get']>>>;

const nameOf = ({ title, filename }: Picture): string => (title === '' ? filename : `${title} (${filename})`);
const isPicture = ({ mimeType }: Picture): boolean => mimeType.startsWith('image/');

/** A picture as it is written into a field; by its number alone where this person does not find it. */
export async function pictureLine({ media }: Parts, id: number, request: AdminRequest): Promise<string> {
  if (id === 0) return '';
  const file = await media.get(id);
  return file && (await media.isVisible(file, request)) ? completed(id, nameOf(file)) : String(id);
}

/** What is completed to. */
export async function picturesFound({ media }: Parts, search: string, request: AdminRequest): Promise<string[]> {
  const { attachments } = await media.list({ search, mimeType: 'image', visibleTo: request, perPage: 10 });
  return attachments.map((file) => completed(file.id, nameOf(file)));
}

/**
 * The picture of the library that is meant by its number, its title or the name of its file; 0 for nothing.
 * @param before the one that may stay, whatever it is
 * @throws HostError 422 `form_invalid` at the field for none, for a file that is no picture, and for a name of several
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
  const wanted = typed.toLowerCase();
  const same = attachments.filter(({ title, filename }) =>
    [title, filename].some((name) => name.toLowerCase() === wanted),
  );
  const [only] = same;
  if (!only) throw refuse('no-picture');
  if (same.length > 1) throw refuse('several-pictures');
  return only.id;
}

type HostErrorOfForm = ReturnType<typeof formError>;
