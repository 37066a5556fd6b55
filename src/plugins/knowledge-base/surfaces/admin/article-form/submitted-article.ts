import { type AdminRequest, formError, type SubmittedForm } from '../../../../../admin.js';
import { isDay } from '../../../../../calendar.js';
import { createValidators } from '../../../../../rest.js';
import type { Strings } from '../../../../../text.js';
import { trimSlashes } from '../../../../../utilities.js';
import { toLocalTime, toMoment } from '../../../content/blocks/editor/panels/site-time.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { isLocale } from '../../../domain/locale.js';
import { ARTICLE_ARGS } from '../../saving/article-arguments.js';
import type { SaveArgs } from '../../saving/save-article.js';
import { articleTyped } from '../article-typed.js';
import { numberIn } from '../autocomplete/completed.js';
import { meantPeople } from '../autocomplete/people.js';
import { meantPicture } from '../autocomplete/pictures.js';
import { submittedRule } from './access-fields.js';
import type { ArticleValues } from './article-form.js';
import { submittedCategories } from './category-fields.js';
import { submittedMeta } from './meta-fields.js';
import { commaList, lineList } from './script-config.js';
import { submittedSeo } from './seo-fields.js';

const MAX_TITLE_LENGTH = 200;

const createValidator = createValidators();

/** Field names that differ from the argument's name. */
const FIELDS: Readonly<Record<string, string>> = {
  categories: 'main',
  search_aliases: 'aliases',
  seo: 'seo_title',
  featured_media: 'picture',
  translation_of: 'translation',
  access_rule: 'access_mode',
  format: 'content',
};

/** Returns the form field of a save argument. */
export function fieldOfArgument(name: string): string {
  return FIELDS[name] ?? name;
}

/**
 * Reads the submitted article, without unchanged values and fields missing from the form.
 * @param before the stored article, or a blank one for a new article
 * @throws HostError 422 `form_invalid` with the error of each field
 */
export async function submittedArticle(
  kb: KnowledgeBase,
  request: AdminRequest,
  form: SubmittedForm,
  { before, translation }: { readonly before: ArticleValues & { readonly id: number }; readonly translation: string },
  texts: Strings,
): Promise<SaveArgs & { title: string }> {
  const { text } = texts;
  const plain = (name: string): string => form.text(name).replaceAll('\r\n', '\n');
  const title = plain('title').trim();
  const locale = plain('locale').trim().toLowerCase();
  const [date, order] = [plain('date'), plain('order').trim()];
  const [reviewBy, slug] = [plain('review_by'), plain('slug').trim()];
  const timeZone = kb.site.timezone;
  const shownDate = before.publishedAt === null ? '' : toLocalTime(before.publishedAt.toISOString(), timeZone);
  const moment = date === '' || date === shownDate ? undefined : toMoment(date, timeZone);
  const errors = {
    ...(title === '' && { title: text('write.need-title') }),
    ...([...title].length > MAX_TITLE_LENGTH && { title: text('write.long', { longest: MAX_TITLE_LENGTH }) }),
    ...(!isLocale(locale) && { locale: text('write.locale-hint') }),
    ...(moment === null && { date: text('write.no-date') }),
    ...(reviewBy !== '' && !isDay(reviewBy) && { review_by: text('write.no-date') }),
    ...(order !== '' && !/^-?\d{1,9}$/.test(order) && { order: text('write.number') }),
  };
  if (Object.keys(errors).length > 0) throw formError(errors);
  const visibility = await kb.access.visibility(kb.access.viewerOf(request));
  const place = { tree: kb.categories.tree(), visibility, locale };
  const present = kb.access.rules.get(before.ruleId);
  const people = (field: string, ids: readonly number[]) =>
    meantPeople(kb, request, plain(field), { field, before: ids }, texts);
  const picture = (field: string, id: number) => meantPicture(kb, request, plain(field), { field, before: id }, texts);
  const rule = submittedRule(form, present, await people('access_users', present?.users ?? []));
  const related = { field: 'related', locale, before: before.related };
  const args: SaveArgs & { title: string } = {
    title,
    content: plain('content'),
    excerpt: plain('excerpt').trim(),
    ...(slug === '' || slug === before.slug ? {} : { slug }),
    ...(moment ? { date: moment } : {}),
    review_by: reviewBy === '' ? null : reviewBy,
    ...(order === '' ? {} : { order: Number(order) }),
    sticky: form.isChecked('sticky'),
    categories: submittedCategories(form, before.categoryIds, place, texts),
    tags: commaList(plain('tags')),
    search_aliases: lineList(plain('aliases')),
    ...(locale === before.locale ? {} : { locale }),
    ...(await translationOf(
      kb,
      request,
      { typed: plain('translation').trim(), shownTitle: translation, locale },
      texts,
    )),
    ...(rule ? { access_rule: rule } : {}),
    seo: submittedSeo(form, await picture('seo_image', before.seo.ogImage)),
    featured_media: await picture('picture', before.featuredMedia),
    related: await meantArticles(kb, request, plain('related'), related, texts),
    redirects: await submittedRedirects(kb, plain('redirects'), before, texts),
    contributors: await people('contributors', before.contributors),
    meta: submittedMeta(form, kb.metaKeys, before.meta, texts),
    ...frontMatterIn(form),
  };
  if (before.id === 0) args.locale = locale;
  assertArguments(args);
  return args;
}

/** Front matter keys without a field. They are stored as an import stores them. */
function frontMatterIn(form: SubmittedForm): Pick<SaveArgs, 'front_matter'> {
  try {
    const frontMatter: unknown = JSON.parse(form.text('front_matter'));
    return typeof frontMatter === 'object' && frontMatter !== null && !Array.isArray(frontMatter)
      ? { front_matter: { ...frontMatter } }
      : {};
  } catch {
    return {};
  }
}

async function translationOf(
  kb: KnowledgeBase,
  request: AdminRequest,
  { typed, shownTitle, locale }: { readonly typed: string; readonly shownTitle: string; readonly locale: string },
  texts: Strings,
): Promise<Pick<SaveArgs, 'translation_of'>> {
  if (typed === shownTitle) return {};
  if (typed === '') return { translation_of: null };
  return { translation_of: await meantArticle(kb, request, typed, { field: 'translation', locale }, texts) };
}

/** Validates by the rules of the route. @throws HostError 422 `form_invalid` */
export function assertArguments({
  title: _title,
  redirects: _redirects,
  meta: _meta,
  front_matter: _matter,
  ...args
}: SaveArgs): void {
  const argumentNames = Object.keys(args);
  const members = Object.fromEntries(Object.entries(ARTICLE_ARGS).filter(([name]) => argumentNames.includes(name)));
  const faults = Object.entries(createValidator(members)(args));
  if (faults.length === 0) return;
  throw formError(Object.fromEntries(faults.map(([name, { message }]) => [fieldOfArgument(name), message])));
}

interface FieldInput {
  readonly field: string;
  readonly locale: string;
}

/**
 * Resolves an article by id, URL, slug or title.
 * @throws HostError 422 `form_invalid` if none matches or the current user may not read it
 */
async function meantArticle(
  kb: KnowledgeBase,
  request: AdminRequest,
  typed: string,
  { field, locale }: FieldInput,
  { text }: Strings,
): Promise<number> {
  return articleTyped(kb, request, { typed, locale }, (isAmbiguous) =>
    formError({ [field]: text(isAmbiguous ? 'naming.several-articles' : 'write.no-article', { typed }) }),
  );
}

/** Resolves one article per line. Articles named before may stay even if the current user may not read them. */
async function meantArticles(
  kb: KnowledgeBase,
  request: AdminRequest,
  typed: string,
  { before, ...of }: FieldInput & { readonly before: readonly number[] },
  texts: Strings,
): Promise<number[]> {
  const ids: number[] = [];
  for (const line of lineList(typed)) {
    const number = numberIn(line);
    const isKept = number !== null && before.includes(number);
    ids.push(isKept ? number : await meantArticle(kb, request, line, of, texts));
  }
  return ids;
}

const MAX_LENGTH = 500;

/**
 * Reads the old URLs of an article, as paths relative to the knowledge base.
 * Rejects paths in use, since the redirect would never apply.
 * @throws HostError 422 `form_invalid`
 */
async function submittedRedirects(
  { articles, categories, redirects }: Pick<KnowledgeBase, 'articles' | 'categories' | 'redirects'>,
  typed: string,
  before: ArticleValues & { readonly id: number },
  { text }: Strings,
): Promise<string[]> {
  const paths: string[] = [];
  for (const line of lineList(typed)) {
    const path = trimSlashes(line).normalize('NFC');
    const isPath = path !== '' && path.length <= MAX_LENGTH && !/[\s?#\\]|^[a-z][a-z0-9+.-]*:/i.test(path);
    if (!isPath) throw formError({ redirects: text('write.redirect-wrong', { path: line }) });
    if (!before.redirects.includes(path) && (await isTaken(path))) {
      throw formError({ redirects: text('write.redirect-taken', { path }) });
    }
    paths.push(path);
  }
  return [...new Set(paths)];

  /** Tells whether a page uses the path or it redirects to something else. */
  async function isTaken(path: string): Promise<boolean> {
    const { locale, id } = before;
    if (categories.tree().byPath(locale, path)) return true;
    const article = await articles.byPath(locale, path);
    if (article && article.id !== id) return true;
    const redirect = await redirects.find(locale, path);
    return redirect !== null && redirect.rest === '' && redirect.kind !== 'gone' && redirect.targetId !== id;
  }
}
