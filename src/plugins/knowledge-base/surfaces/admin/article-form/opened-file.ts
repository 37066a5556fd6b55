import { readFile } from 'node:fs/promises';
import { formError, type SubmittedForm } from '../../../../../admin.js';
import { isDay } from '../../../../../calendar.js';
import { HostError } from '../../../../../index.js';
import type { UploadedFile } from '../../../../../rest.js';
import type { Strings } from '../../../../../text.js';
import { toLocalTime } from '../../../content/blocks/editor/panels/site-time.js';
import { KEYS, slugOf } from '../../../content/import/build-item.js';
import { readFields } from '../../../content/import/fields.js';
import { parseFrontMatter } from '../../../content/import/front-matter.js';
import { localeOf } from '../../../content/import/locale.js';
import type { CategoryTree } from '../../../domain/categories/category-tree.js';

/** Field values that replace the submitted ones, and keys without a field. */
export interface OpenedFile {
  readonly values: Readonly<Record<string, string | readonly string[]>>;
  readonly unknown: readonly string[];
}

interface Surroundings {
  readonly tree: CategoryTree;
  readonly timeZone: string;
}

/**
 * Reads a Markdown file: its front matter fills the fields, its body the text.
 * Without a file, the text itself is parsed, so that a file can be pasted.
 * @throws HostError 422 `form_invalid` if both are empty or the front matter is invalid
 */
export async function openedFile(
  form: SubmittedForm,
  file: UploadedFile | undefined,
  { tree, timeZone }: Surroundings,
  { text }: Strings,
): Promise<OpenedFile> {
  const source =
    file && file.size > 0 ? await readFile(file.path, 'utf8') : form.text('content').replaceAll('\r\n', '\n');
  if (source.includes('\u0000')) throw formError({ file: text('write.unknown-file') });
  const { data, body } = parsed(source, file ? 'file' : 'content');
  if (!file && Object.keys(data).length === 0) throw formError({ file: text('write.no-matter') });
  const fields = readFields(data);
  const locale = fields.oneOf(KEYS.locale, localeOf) ?? form.text('locale');
  const title = fields.text(KEYS.title);
  const [description, slug] = [fields.text(KEYS.description), fields.text(KEYS.slug)];
  const [order, { date }] = [fields.number(KEYS.order), fields.date([...KEYS.publishDate, ...KEYS.date])];
  const [tags, redirects] = [fields.splitList(KEYS.tags, false), fields.list([...KEYS.aliases, ...KEYS.redirects])];
  const sticky = fields.flag(KEYS.sticky);
  const places = fields.list(KEYS.categories).map((path) => path.split('/').filter(Boolean).map(slugOf).join('/'));
  const matches = places.flatMap((path) => tree.byPath(locale, path) ?? []);
  const reviewBy = fields.oneOf(KEYS.reviewBy, (day) => (isDay(day) ? day : undefined));
  const aliases = fields.list(KEYS.searchAliases);
  // Status, author and access are set by buttons or other users, not by a file.
  const others = ['draft', 'status', 'lastmod', 'last_modified_at', 'updated', 'format'];
  const rest = Object.fromEntries(Object.entries(fields.rest()).filter(([key]) => !others.includes(key.toLowerCase())));
  const unknown = Object.keys(rest);
  return {
    unknown,
    values: {
      content: body.replace(/^\n+/, ''),
      ...(title === '' ? {} : { title }),
      ...(description === '' ? {} : { excerpt: description }),
      ...(slug === '' ? {} : { slug: slug.split('/').filter(Boolean).at(-1) ?? '' }),
      ...(order === null ? {} : { order: String(order) }),
      ...(date === null ? {} : { date: toLocalTime(date.toISOString(), timeZone) }),
      ...(tags.length === 0 ? {} : { tags: tags.join(', ') }),
      ...(redirects.length === 0 ? {} : { redirects: redirects.join('\n') }),
      ...(reviewBy === undefined ? {} : { review_by: reviewBy }),
      ...(aliases.length === 0 ? {} : { aliases: aliases.join('\n') }),
      ...(sticky === true ? { sticky: '1' } : {}),
      ...(locale === form.text('locale') ? {} : { locale }),
      ...(matches.length === 0
        ? {}
        : {
            main: String(matches[0]?.id ?? ''),
            also: matches.slice(1).map(({ id }) => String(id)),
            places: matches.map(({ path }) => path).join('\n'),
          }),
      ...(unknown.length === 0 ? {} : { front_matter: JSON.stringify(rest) }),
    },
  };
}

function parsed(source: string, field: string): ReturnType<typeof parseFrontMatter> {
  try {
    return parseFrontMatter(source);
  } catch (error) {
    if (!(error instanceof HostError) || error.code !== 'vendor_kb_import_invalid') throw error;
    throw formError({ [field]: error.message });
  }
}
