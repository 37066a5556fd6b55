import {
  type Content,
  type Database,
  freeSlug,
  json,
  type Outbox,
  type Post,
  slugify,
  type User,
  utc,
  type Versions,
} from '../../index.js';
import { articleSlugs, assertNoCategory, categoriesIn, isReservedIn, type Place } from './address-space.js';
import {
  ARTICLE_COLUMNS,
  type Article,
  type ArticleInput,
  isPublic,
  POST_TYPE,
  type PostOnly,
  toArticle,
} from './article.js';
import { measure, renderContent } from './article-content.js';
import { applyInput, changedMembers, newArticle, tagKey } from './article-edit.js';
import { assertTransition } from './article-states.js';
import { type Categories, CONTENT_VERSION } from './categories.js';
import { TAXONOMY } from './category-tree.js';
import { articleNotFound, slugTaken, versionConflict } from './errors.js';
import type { SaveContext } from './hooks/article-hooks.js';
import type { Redirects } from './redirects.js';
import { assertSlug } from './slug.js';

/** Who changes an article, and by what means. */
export interface Actor {
  readonly user: User | null;
  readonly source: SaveContext['source'];
}

/** Reads and writes articles. Rights are asked by the callers; states, addresses and versions are kept here. */
export interface Articles {
  get(id: number): Promise<Article | null>;
  /** In the order of `ids`; unknown ones are left out. */
  getMany(ids: readonly number[]): Promise<Article[]>;
  /** By its address: the primary category's path and the slug. */
  byPath(locale: string, path: string): Promise<Article | null>;
  /** Path below the knowledge base: the primary category's and the slug. */
  pathOf(article: Pick<Article, 'categoryIds' | 'slug'>): string;
  create(input: ArticleInput & { title: string }, actor: Actor): Promise<Article>;
  /**
   * @param expectedVersion the version the caller has seen
   * @throws HostError 412 `vendor_kb_version_conflict`, 409 `vendor_kb_invalid_transition`, `vendor_kb_slug_taken`
   */
  update(id: number, input: ArticleInput, actor: Actor, expectedVersion?: number): Promise<Article>;
  /** Deletes for good; to move an article to the trash, update its status. */
  delete(id: number): Promise<Article>;
}

export interface ArticlesParts {
  readonly db: Database;
  readonly content: Content;
  readonly outbox: Outbox;
  readonly versions: Versions;
  readonly categories: Categories;
  readonly redirects: Redirects;
  readonly defaultLocale: string;
}

/** How often a slug that was made, not asked for, is tried anew when another process takes it in the meantime. */
const SLUG_ATTEMPTS = 25;

export function createArticles(parts: ArticlesParts): Articles {
  const { db, content, outbox, versions, categories, redirects, defaultLocale } = parts;

  const select = () =>
    db.query
      .selectFrom('kb_articles')
      .innerJoin('posts', 'posts.id', 'kb_articles.id')
      .selectAll('posts')
      .select(ARTICLE_COLUMNS);

  async function get(id: number): Promise<Article | null> {
    const row = await select().where('kb_articles.id', '=', id).executeTakeFirst();
    return row ? toArticle(row) : null;
  }

  async function mustGet(id: number): Promise<Article> {
    const article = await get(id);
    if (article) return article;
    throw articleNotFound(id);
  }

  function pathOf(article: Pick<Article, 'categoryIds' | 'slug'>): string {
    const category = categories.tree().get(article.categoryIds[0] ?? 0);
    return category ? `${category.path}/${article.slug}` : article.slug;
  }

  async function announce(
    article: Article,
    previous: Article | null,
    { user, source }: Actor,
    changed: string[],
  ): Promise<void> {
    await searchChanged(article.id);
    await versions.bump(CONTENT_VERSION);
    await outbox.announce('vendor_kb_article_saved', article, previous, { user, source, changed });
  }

  async function searchChanged(id: number): Promise<void> {
    await db.query
      .insertInto('kb_search_changes')
      .values({ article_id: id, created_at: utc.encode(new Date()) })
      .execute();
  }

  /** Writes the rows that derive from the article and can be told from it alone. */
  async function addTags(article: Article): Promise<void> {
    const rows = article.tags.map((tag) => ({ article_id: article.id, tag: tagKey(tag) }));
    if (rows.length > 0) await db.query.insertInto('kb_article_tags').values(rows).execute();
  }

  /** The address is in use again, and the article's old ones lead to it. */
  async function saveRedirects(article: Article, old: readonly string[]): Promise<void> {
    const path = pathOf(article);
    for (const address of old) {
      if (address !== path)
        await redirects.add({ locale: article.locale, path: address, kind: 'article', targetId: article.id });
    }
    await redirects.remove(article.locale, path);
  }

  /** The slug that was asked for, if it is free; otherwise one that is made of the title. */
  async function chooseSlug(article: Article, asked: string | undefined): Promise<string> {
    const tree = categories.tree();
    const place: Place = { categoryId: article.categoryIds[0] ?? 0, locale: article.locale };
    if (asked !== undefined) {
      const slug = assertSlug(asked);
      assertNoCategory(tree, slug, place);
      return slug;
    }
    const made = slugify(article.title) || 'article';
    const base = isReservedIn(tree, made, place) ? `${made}-article` : made;
    const siblings = categoriesIn(tree, place).map((category) => category.slug);
    return freeSlug(base, new Set([...siblings, ...(await articleSlugs(db, base, place))]));
  }

  return {
    get,
    pathOf,
    async getMany(ids) {
      if (ids.length === 0) return [];
      const rows = await select()
        .where('kb_articles.id', 'in', [...ids])
        .execute();
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => {
        const row = byId.get(id);
        return row ? [toArticle(row)] : [];
      });
    },
    async byPath(locale, path) {
      const slash = path.lastIndexOf('/');
      const category = slash === -1 ? null : categories.tree().byPath(locale, path.slice(0, slash));
      if (category === undefined) return null;
      const row = await select()
        .where('kb_articles.category_id', '=', category?.id ?? 0)
        .where('kb_articles.locale', '=', locale)
        .where('kb_articles.slug', '=', path.slice(slash + 1).normalize('NFC'))
        .executeTakeFirst();
      return row ? toArticle(row) : null;
    },
    async create(input, actor) {
      const now = new Date();
      const draft = applyInput(newArticle(input, actor.user?.id ?? 0, defaultLocale, now), input, categories, now);
      const { text = '' } = derive(null, draft);
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await db.transaction(async () => {
            const slug = await chooseSlug(draft, input.slug);
            const post = await content.posts.create(
              { ...postOf({ ...draft, slug }), type: POST_TYPE },
              draft.categoryIds,
            );
            const article: Article = { ...draft, slug, id: post.id };
            await db.query
              .insertInto('kb_articles')
              .values({ id: article.id, text, ...columnsOf(article) })
              .execute();
            await addTags(article);
            await saveRedirects(article, article.redirects);
            await announce(article, null, actor, Object.keys(input));
            return article;
          });
        } catch (error) {
          if (!db.isUniqueViolation(error)) throw error;
          if (input.slug !== undefined || attempt === SLUG_ATTEMPTS) throw slugTaken(input.slug ?? draft.title);
        }
      }
    },
    async update(id, input, actor, expectedVersion) {
      let slug = '';
      try {
        return await db.transaction(async () => {
          const previous = await mustGet(id);
          if (expectedVersion !== undefined && previous.version !== expectedVersion) throw versionConflict(previous);
          if (input.status !== undefined) assertTransition(previous, input.status);
          const now = new Date();
          const next = applyInput(previous, input, categories, now);
          if (input.slug !== undefined || isPlacedAnew(previous, next)) {
            next.slug = await chooseSlug(next, input.slug ?? next.slug);
          }
          slug = next.slug;
          const changed = changedMembers(previous, next);
          const derived = derive(previous, next);
          if (changed.length === 0) return previous;
          const moved = isPublic(previous) && pathOf(previous) !== pathOf(next) ? [pathOf(previous)] : [];
          next.redirects = [...new Set([...next.redirects, ...moved])].filter((path) => path !== pathOf(next));
          next.version = previous.version + 1;
          next.modifiedAt = input.modifiedAt ?? now;
          const { numUpdatedRows } = await db.query
            .updateTable('kb_articles')
            .set({ ...derived, ...columnsOf(next) })
            .where('id', '=', id)
            .where('version', '=', previous.version)
            .executeTakeFirst();
          if (numUpdatedRows === 0n) throw versionConflict(await mustGet(id));
          await content.posts.update(id, postOf(next));
          await content.posts.setTerms(id, TAXONOMY, next.categoryIds);
          if (changed.includes('tags')) {
            await db.query.deleteFrom('kb_article_tags').where('article_id', '=', id).execute();
            await addTags(next);
          }
          await saveRedirects(next, next.redirects);
          await announce(next, previous, actor, changed);
          return next;
        });
      } catch (error) {
        throw db.isUniqueViolation(error) ? slugTaken(slug) : error;
      }
    },
    async delete(id) {
      return db.transaction(async () => {
        const article = await mustGet(id);
        await db.query.deleteFrom('kb_article_tags').where('article_id', '=', id).execute();
        await db.query.deleteFrom('kb_sources').where('kind', '=', 'article').where('target_id', '=', id).execute();
        await redirects.removeTarget('article', id);
        await db.query.deleteFrom('kb_articles').where('id', '=', id).execute();
        await content.posts.delete(id);
        await searchChanged(id);
        await versions.bump(CONTENT_VERSION);
        return article;
      });
    },
  };
}

/** What took its address meanwhile is another category's or locale's content, or came while it lay in the trash. */
function isPlacedAnew(before: Article, after: Article): boolean {
  return (
    before.categoryIds[0] !== after.categoryIds[0] ||
    before.locale !== after.locale ||
    (before.status === 'trash' && after.status !== 'trash')
  );
}

function postOf(article: Article): Omit<Post, keyof PostOnly | 'id'> {
  const { title, slug, content, contentFormat, excerpt, authorId, menuOrder, locale, meta, status } = article;
  const { createdAt, modifiedAt, publishedAt } = article;
  return {
    status,
    title,
    slug,
    content,
    contentFormat,
    excerpt,
    authorId,
    menuOrder,
    locale,
    meta,
    createdAt,
    modifiedAt,
    publishedAt,
  };
}

function columnsOf(article: Article) {
  return {
    category_id: article.categoryIds[0] ?? 0,
    locale: article.locale,
    // In the trash an article gives its address free; no slug that anybody can write contains a tilde.
    slug: article.status === 'trash' ? `~${article.id}` : article.slug,
    version: article.version,
    translation_key: article.translationKey,
    trashed_from: article.trashedFrom,
    word_count: article.wordCount,
    reading_time: article.readingTime,
    sticky: article.sticky ? 1 : 0,
    category_ids: json.encode(article.categoryIds),
    tags: json.encode(article.tags),
    redirects: json.encode(article.redirects),
  };
}

/** What is stored beside the source, worked out anew when the source changed. */
function derive(before: Article | null, next: Article): { text?: string } {
  if (before && before.content === next.content && before.contentFormat === next.contentFormat) return {};
  const rendered = renderContent(next.content, next.contentFormat);
  Object.assign(next, measure(rendered, next.locale));
  return { text: rendered.text };
}
