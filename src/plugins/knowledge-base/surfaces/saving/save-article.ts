import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { Reader } from '../../domain/access/readers.js';
import type { AccessRuleInput } from '../../domain/access/rule.js';
import type { Actor } from '../../domain/articles/actor.js';
import { type Article, type ArticleInput, type ArticleStatus, isPublished } from '../../domain/articles/article.js';
import { forbidden } from '../../domain/errors.js';
import { toMoment } from '../../domain/moments.js';
import { assertMayManage, ruleIdFor } from '../routes/access-rule.js';
import { type FieldArgs, fieldInput, translationKeyOf } from '../routes/article-fields.js';
import { assertMayEdit, writerOf } from '../routes/existing-article.js';
import { assertCategories } from '../routes/existing-category.js';
import { type PlainArgs, plainInput } from './article-arguments.js';

/** Arguments of a save, validated by `ARTICLE_ARGS`. */
export interface SaveArgs extends PlainArgs, FieldArgs {
  title?: string;
  access_rule?: AccessRuleInput;
  translation_of?: number | null;
  /** Old paths that redirect here, relative to the knowledge base. */
  redirects?: readonly string[];
  /** Unknown front matter, stored as an import stores it. */
  front_matter?: Readonly<Record<string, unknown>>;
}

/** The user who saves, and the channel used. */
export interface Saver {
  readonly reader: Reader;
  readonly source: Actor['source'];
}

/** The saved article with the requested status, which differs from its own if permission is missing. */
export interface SavedArticle {
  readonly article: Article;
  readonly requestedStatus: ArticleStatus | undefined;
}

/**
 * Creates an article within the user's permissions.
 * @throws HostError 400 `vendor_kb_invalid_param`, 401 or 403 `rest_forbidden`; the errors of `articles.create`
 */
export async function createArticle(
  kb: KnowledgeBase,
  args: SaveArgs & { title: string },
  { reader, source }: Saver,
): Promise<SavedArticle> {
  await assertCategories(kb, args.categories, [], reader);
  const ruleId = await ruleIdFor(kb, args.access_rule, null, reader);
  const input = {
    ...plainInput(kb, args),
    ...keptMeta(kb, args),
    ...(await fieldInput(kb, args, reader, null)),
    title: args.title,
    ...(args.redirects ? { redirects: args.redirects } : {}),
    ...(ruleId === undefined ? {} : { ruleId }),
  };
  const requestedStatus = input.status ?? 'draft';
  const status = await allowedStatus(requestedStatus, reader);
  const writer = await writerOf(reader, source);
  const place = { id: 0, locale: input.locale ?? kb.site.locale };
  const article = await withTranslation(kb, { of: args.translation_of, place, reader, source }, (joined) =>
    kb.articles.create({ ...input, ...joined, status }, writer),
  );
  return { article, requestedStatus };
}

/**
 * Updates an article within the user's permissions. Absent members stay.
 * @param before the article as the user loaded it
 * @param expected the version that the change is based on
 * @throws HostError 400 `vendor_kb_invalid_param`, 401 or 403 `rest_forbidden`; the errors of `articles.update`
 */
export async function updateArticle(
  kb: KnowledgeBase,
  before: Article,
  args: SaveArgs,
  { reader, source, expected }: Saver & { readonly expected?: number | undefined },
): Promise<SavedArticle> {
  const { access } = kb;
  await assertCategories(kb, args.categories, before.categoryIds, reader);
  const input: ArticleInput = {
    ...plainInput(kb, isOwnDate(args.date, before) ? { ...args, date: undefined } : args),
    ...keptMeta(kb, args),
    ...(await fieldInput(kb, args, reader, before)),
  };
  if (args.title !== undefined) input.title = args.title;
  if (args.redirects !== undefined) input.redirects = args.redirects;
  const ruleId = await ruleIdFor(kb, args.access_rule, access.rules.get(before.ruleId), reader);
  if (ruleId !== undefined) input.ruleId = ruleId;
  const requestedStatus = input.status === before.status ? undefined : input.status;
  const status = requestedStatus && (await allowedStatus(requestedStatus, reader));
  /** Checks the locked article: it may have been published or changed its author since it was read. */
  const assertMay = async (locked: Article): Promise<void> => {
    await assertMayEdit(locked, reader);
    const { ruleId: rule, categoryIds } = locked;
    if (access.isFreed(locked, { ruleId: rule, categoryIds, ...input })) await assertMayManage(reader);
    if (status !== 'trash' || (await reader.can('delete_kb_article', locked))) return;
    throw forbidden('rest_forbidden', 'Your account cannot delete this article.', 'delete_kb_article', reader);
  };
  const writer = await writerOf(reader, source);
  const place = { id: before.id, locale: input.locale ?? before.locale };
  const article = await withTranslation(kb, { of: args.translation_of, place, reader, source }, (joined) =>
    kb.articles.update(before.id, { ...input, ...joined, ...(status ? { status } : {}) }, writer, expected, assertMay),
  );
  return { article, requestedStatus };
}

/**
 * Whether `date` is that of a response, sent back unchanged. In responses it is the creation date, in arguments the
 * publication date: read as one, it would publish a scheduled article.
 */
function isOwnDate(date: string | undefined, { createdAt }: Article): boolean {
  return date !== undefined && toMoment(date).getTime() === createdAt.getTime();
}

/** Runs a save and assigns the translation key shared with the given article. */
function withTranslation(
  kb: KnowledgeBase,
  {
    of,
    place,
    ...saver
  }: Saver & { readonly of: number | null | undefined; readonly place: Pick<Article, 'id' | 'locale'> },
  save: (joined: Pick<ArticleInput, 'translationKey'>) => Promise<Article>,
): Promise<Article> {
  if (of === undefined) return save({});
  const { id, locale } = place;
  return kb.db.transaction(async () =>
    save({ translationKey: await translationKeyOf(kb, of, { id, locale: locale.toLowerCase() }, saver) }),
  );
}

/** Merges stored front matter with typed fields, which take precedence. */
function keptMeta({ metaKeys }: KnowledgeBase, { meta, front_matter: found }: SaveArgs): Pick<ArticleInput, 'meta'> {
  return found === undefined ? {} : { meta: { ...metaKeys.ofFrontMatter(found), ...meta } };
}

/** Without permission to publish, publishing becomes pending review. */
async function allowedStatus(requested: ArticleStatus, reader: Reader): Promise<ArticleStatus> {
  return isPublished({ status: requested }) && !(await reader.can('publish_kb_articles')) ? 'pending' : requested;
}
