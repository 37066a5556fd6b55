import { type Selectable, utc } from '../../../../database.js';
import type { Tables } from '../../../../index.js';
import type { Attachment } from '../../../../media.js';
import { type AccessRule, toRule } from '../../domain/access/rule.js';
import { withinOrder } from '../../domain/article-order/numbers.js';
import { type Article, type ArticleSeo, NO_SEO } from '../../domain/articles/article.js';
import type { ArticleAttachment } from '../../domain/attachments/attachment.js';
import type { Category } from '../../domain/categories/category-tree.js';
import type { Revision, RevisionFields } from '../../domain/revisions/revisions.js';
import { uuidOfCategory, withoutUuid } from './category-uuids.js';
import type {
  AccessRecord,
  ArticleRecord,
  AttachmentRecord,
  CategoryRecord,
  CountersRecord,
  FieldsRecord,
  MediaRecord,
  RevisionRecord,
  SeoRecord,
} from './records.js';

/** Translates ids of this site to portable names. */
export interface Names {
  category(id: number): string | null;
  article(id: number): string | null;
  /** Null for no user, and for a deleted account. */
  login(userId: number): Promise<string | null>;
  media(id: number): Promise<MediaRecord | null>;
  rule(id: number | null): AccessRule | null;
  /** Returns the location of a file. */
  place(file: Attachment): Promise<Pick<AttachmentRecord['file'], 'path' | 'url'>>;
}

export async function toCategoryRecord(
  category: Category,
  names: Names,
  ruleId: number | null,
): Promise<CategoryRecord> {
  const { image, seo, ...others } = withoutUuid(category.meta);
  // Front matter may have stored other values under these names.
  const isFile = typeof image === 'number';
  const isStandard = isSeo(seo);
  const meta = {
    ...others,
    ...(!isFile && image !== undefined && { image }),
    ...(!isStandard && seo !== undefined && { seo }),
  };
  return {
    uuid: uuidOfCategory(category) ?? '',
    parent: names.category(category.parentId),
    locale: category.locale,
    slug: category.slug,
    name: category.name,
    description: category.description,
    order: withinOrder(category.order),
    image: isFile ? await names.media(image) : null,
    seo: isStandard ? await toSeo({ ...NO_SEO, ...seo }, names) : null,
    meta,
    access_rule: await toAccess(names.rule(ruleId), names),
  };
}

export async function toArticleRecord(
  article: Article,
  counters: CountersRow | undefined,
  attachments: readonly ArticleAttachment[],
  names: Names,
): Promise<ArticleRecord> {
  return {
    uuid: article.uuid ?? '',
    title: article.title,
    excerpt: article.excerpt,
    content: article.content,
    format: article.contentFormat,
    author: await names.login(article.authorId),
    contributors: await loginsOf(article.contributors, names),
    ...(await toFields(article, names)),
    translation_key: article.translationKey,
    redirects: article.redirects,
    meta: article.meta,
    access_rule: await toAccess(names.rule(article.ruleId), names),
    reviewed_at: iso(article.reviewedAt),
    trashed_from: article.trashedFrom,
    trashed_at: iso(article.trashedAt),
    version: article.version,
    parent_revision: article.parentRevision,
    created_at: article.createdAt.toISOString(),
    modified_at: article.modifiedAt.toISOString(),
    published_at: iso(article.publishedAt),
    figures: counters ? toCounters(counters) : null,
    attachments: await Promise.all(attachments.map((attachment) => toAttachmentRecord(attachment, names))),
  };
}

async function toAttachmentRecord(attachment: ArticleAttachment, names: Names): Promise<AttachmentRecord> {
  const { file, title, description, order, ruleId, downloads, lastDownloadAt, createdAt, createdBy } = attachment;
  const { sha256, filename, mimeType: mime_type, bytes: size } = file;
  return {
    file: { sha256, filename, mime_type, size, ...(await names.place(file)) },
    title,
    description,
    order,
    access_rule: await toAccess(ruleId === null ? null : (names.rule(ruleId) ?? toRule({ mode: 'nobody' })), names),
    downloads,
    last_download_at: iso(lastDownloadAt),
    created_at: createdAt.toISOString(),
    created_by: await names.login(createdBy),
  };
}

export async function toRevisionRecord(revision: Revision, article: string, names: Names): Promise<RevisionRecord> {
  return {
    article,
    version: revision.version,
    kind: revision.kind,
    parent_version: revision.parentVersion,
    author: await names.login(revision.authorId),
    created_at: revision.createdAt.toISOString(),
    title: revision.title,
    excerpt: revision.excerpt,
    content: revision.content,
    format: revision.contentFormat,
    fields: await toFields(revision.fields, names),
  };
}

async function toFields(fields: RevisionFields, names: Names): Promise<FieldsRecord> {
  return {
    slug: fields.slug,
    status: fields.status,
    locale: fields.locale,
    categories: fields.categoryIds.flatMap((id) => names.category(id) ?? []),
    tags: fields.tags,
    order: withinOrder(fields.menuOrder),
    sticky: fields.sticky,
    seo: await toSeo(fields.seo, names),
    featured_media: await names.media(fields.featuredMedia),
    related: fields.related.flatMap((id) => names.article(id) ?? []),
    review_by: fields.reviewBy,
    ...(fields.searchAliases && { search_aliases: fields.searchAliases }),
  };
}

function isSeo(value: unknown): value is Partial<ArticleSeo> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const expected = new Map(Object.entries(NO_SEO).map(([name, none]) => [name, typeof none]));
  return Object.entries(value).every(([name, member]) => typeof member === expected.get(name));
}

async function toSeo(
  { title, description, canonical, noindex, ogImage }: ArticleSeo,
  names: Names,
): Promise<SeoRecord> {
  return { title, description, canonical, noindex, og_image: await names.media(ogImage) };
}

async function toAccess(rule: AccessRule | null, names: Names): Promise<AccessRecord | null> {
  if (!rule) return null;
  const { mode, roles, users, capability, passwordHash, listed, teaser, teaserWords, message, redirectToLogin } = rule;
  return {
    mode,
    ...(roles && { roles }),
    ...(users && { users: await loginsOf(users, names) }),
    ...(capability !== undefined && { capability }),
    ...(passwordHash !== undefined && { password_hash: passwordHash }),
    listed,
    teaser,
    teaser_words: teaserWords,
    message,
    redirect_to_login: redirectToLogin,
  };
}

async function loginsOf(ids: readonly number[], names: Names): Promise<string[]> {
  const logins = await Promise.all(ids.map((id) => names.login(id)));
  return logins.filter((login) => login !== null);
}

export type CountersRow = Selectable<Tables['kb_article_figures']>;

function toCounters(row: CountersRow): CountersRecord {
  return {
    views: row.views,
    ratings: [row.rating_1, row.rating_2, row.rating_3, row.rating_4, row.rating_5],
    helpful_yes: row.helpful_yes,
    helpful_no: row.helpful_no,
    downloads: row.downloads,
    last_viewed_at: row.last_viewed_at === null ? null : utc.decode(row.last_viewed_at).toISOString(),
  };
}

function iso(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
