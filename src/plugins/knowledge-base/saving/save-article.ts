import type { Reader } from '../access/readers.js';
import type { AccessRuleInput } from '../access/rule.js';
import { type Article, type ArticleInput, type ArticleStatus, isPublished } from '../article.js';
import { forbidden } from '../errors.js';
import type { Actor } from '../hooks/article-hooks.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { assertMayManage, ruleIdFor } from '../routes/access-rule.js';
import { type FieldArgs, fieldInput, translationKeyOf } from '../routes/article-fields.js';
import { assertMayEdit, writerOf } from '../routes/existing-article.js';
import { assertCategories } from '../routes/existing-category.js';
import { type PlainArgs, plainInput } from './article-arguments.js';

/** What somebody wants saved of an article: valid by `ARTICLE_ARGS`. */
export interface SaveArgs extends PlainArgs, FieldArgs {
  title?: string;
  access_rule?: AccessRuleInput;
  translation_of?: number | null;
  /** Old addresses that lead here, as paths below the knowledge base. */
  redirects?: readonly string[];
  /** Front matter that no field knows, kept as an import keeps it. */
  front_matter?: Readonly<Record<string, unknown>>;
}

/** Somebody who saves, and by what means. */
export interface Saver {
  readonly reader: Reader;
  readonly source: Actor['source'];
}

/** The article as it is now, with the state that was asked for: another one than it has where rights are missing. */
export interface SavedArticle {
  readonly article: Article;
  readonly wanted: ArticleStatus | undefined;
}

/**
 * Writes a new article, within the rights of who does.
 * @throws HostError 400 `vendor_kb_invalid_param`, 401 or 403 `rest_forbidden`; those of `articles.create`
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
  const wanted = input.status ?? 'draft';
  const status = await allowedStatus(wanted, reader);
  const writer = await writerOf(reader, source);
  const place = { id: 0, locale: input.locale ?? kb.site.locale };
  const article = await withTranslation(kb, { of: args.translation_of, place, reader, source }, (joined) =>
    kb.articles.create({ ...input, ...joined, status }, writer),
  );
  return { article, wanted };
}

/**
 * Changes an article, within the rights of who does. What is not named stays.
 * @param before as this person found it
 * @param expected the version that the change was made to
 * @throws HostError 400 `vendor_kb_invalid_param`, 401 or 403 `rest_forbidden`; those of `articles.update`
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
    ...plainInput(kb, args),
    ...keptMeta(kb, args),
    ...(await fieldInput(kb, args, reader, before)),
  };
  if (args.title !== undefined) input.title = args.title;
  if (args.redirects !== undefined) input.redirects = args.redirects;
  const ruleId = await ruleIdFor(kb, args.access_rule, access.rules.get(before.ruleId), reader);
  if (ruleId !== undefined) input.ruleId = ruleId;
  const wanted = input.status === before.status ? undefined : input.status;
  const status = wanted && (await allowedStatus(wanted, reader));
  /** Of the article as it is when it is changed: it may have been published, or given away, since it was read. */
  const assertMay = async (locked: Article): Promise<void> => {
    await assertMayEdit(locked, reader);
    const { ruleId: rule, categoryIds } = locked;
    if (access.isFreed(locked, { ruleId: rule, categoryIds, ...input })) await assertMayManage(reader);
    if (status !== 'trash' || (await reader.can('delete_kb_article', locked))) return;
    throw forbidden('rest_forbidden', 'Your account may not delete this article.', 'delete_kb_article', reader);
  };
  const writer = await writerOf(reader, source);
  const place = { id: before.id, locale: input.locale ?? before.locale };
  const article = await withTranslation(kb, { of: args.translation_of, place, reader, source }, (joined) =>
    kb.articles.update(before.id, { ...input, ...joined, ...(status ? { status } : {}) }, writer, expected, assertMay),
  );
  return { article, wanted };
}

/** Does a save, and has it share a key with the article that it is said to be a translation of. */
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

/** With the fields that somebody typed, which win. */
function keptMeta({ metaKeys }: KnowledgeBase, { meta, front_matter: found }: SaveArgs): Pick<ArticleInput, 'meta'> {
  return found === undefined ? {} : { meta: { ...metaKeys.ofFrontMatter(found), ...meta } };
}

/** Without the right to publish, what would be published waits for review. */
async function allowedStatus(wanted: ArticleStatus, reader: Reader): Promise<ArticleStatus> {
  return isPublished({ status: wanted }) && !(await reader.can('publish_kb_articles')) ? 'pending' : wanted;
}
