import { formError, type SubmittedForm } from '../../../../../admin.js';
import { HostError, type User } from '../../../../../index.js';
import { idOf } from '../../../../../pages.js';
import type { Strings } from '../../../../../text.js';
import { IMPORT_FORMATS } from '../../../content/import/formats.js';
import type { ImportMap } from '../../../content/import/import-map.js';
import { MEDIA_MODES } from '../../../content/import/media/media-mode.js';
import type { ImportWish } from '../../../content/import/runs/ask-for-import.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { ALL_PROFILES, MAX_LENGTHS, STATUSES, UPDATES } from './option-fields.js';

/** Reads the options of a dry run from a form. @throws HostError 422 `form_invalid` */
export async function readOptions(
  { categories, users }: Pick<KnowledgeBase, 'categories' | 'users'>,
  form: SubmittedForm,
  { text }: Strings,
): Promise<ImportWish> {
  const errors: Record<string, string> = {};
  const one = <const Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === form.text(name));
  const typed = (name: string): string => form.text(name).trim();

  const category = idOf(typed('category'));
  const baseUrl = typed('base_url');
  if (
    baseUrl !== '' &&
    (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl) || baseUrl.length > MAX_LENGTHS.url)
  ) {
    errors.base_url = text('import.base-url-wrong');
  }
  const limit = idOf(typed('limit'));
  if (typed('limit') !== '' && limit === null) errors.limit = text('import.limit-wrong');
  const author = await authorOf(users, typed('author'));
  if (author === null) errors.author = text('import.author-unknown');
  const map = await mapOf(typed('map'), errors);
  if (Object.keys(errors).length > 0) throw formError(errors);
  return {
    from: one('from', IMPORT_FORMATS) ?? 'auto',
    profile: one('profile', ALL_PROFILES) ?? 'auto',
    update: one('update', UPDATES) ?? 'newer',
    status: one('status', STATUSES) ?? null,
    media: one('media', MEDIA_MODES) ?? null,
    category: category !== null && categories.tree().get(category) ? category : null,
    baseUrl: baseUrl === '' ? null : baseUrl,
    source: typed('source').slice(0, MAX_LENGTHS.source) || undefined,
    author: author ?? undefined,
    limit,
    map,
    dryRun: true,
  };
}

/** Parses the typed import map; null if empty. Errors are reported at its field. */
async function mapOf(typed: string, errors: Record<string, string>): Promise<ImportMap | null> {
  if (typed === '') return null;
  try {
    // The YAML parser is loaded only when needed.
    return (await import('../../../content/import/import-map.js')).parseImportMap(typed);
  } catch (error) {
    if (!(error instanceof HostError) || error.status >= 500) throw error;
    errors.map = error.message;
    return null;
  }
}

/**
 * Resolves the author.
 * @returns undefined if none is named, null if the account does not exist
 */
async function authorOf(
  users: Pick<KnowledgeBase['users'], 'byLogin'>,
  login: string,
): Promise<User | null | undefined> {
  return login === '' ? undefined : await users.byLogin(login);
}
