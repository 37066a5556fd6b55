import { freeSlug, slugify } from '../../../../content.js';
import { articleSlugs, assertNoCategory, categoriesIn, isReservedIn, type Place } from '../categories/address-space.js';
import { CONTENT_VERSION } from '../categories/categories.js';
import { lockCategories } from '../categories/category-lock.js';
import { TAXONOMY } from '../categories/category-tree.js';
import { assertSlug } from '../categories/slug.js';
import { invalidParam, slugTaken, translatedAlready } from '../errors.js';
import { saveLinks } from '../links/links.js';
import { measuresOf } from '../rendering/article-content.js';
import type { MeasuredContent, RenderedContent } from '../rendering/rendering.js';
import { createTextWork, type TextWork } from '../rendering/text-work.js';
import { conflictWith, type RevisionKind } from '../revisions/revisions.js';
import type { Actor } from './actor.js';
import { type Article, type ArticleInput, isPublic, POST_TYPE } from './article.js';
import { applyInput, assertPlaced, changedMembers, newArticle, tagKey } from './article-edit.js';
import { columnsOf, postOf } from './article-rows.js';
import { assertTransition, dated } from './article-states.js';
import { type ArticleStore, lockArticle } from './article-store.js';
import type { ArticlesParts } from './articles-parts.js';
import { announceSave, searchChanged } from './search-changes.js';

/** Creates and updates articles. Each save is one transaction that includes all of its effects. */
export interface ArticleWriting {
  /**
   * Creates an article.
   * @throws HostError 400 `vendor_kb_blocks_invalid`, 409 `vendor_kb_invalid_transition`, `vendor_kb_slug_taken`
   */
  create(input: ArticleInput & { title: string }, actor: Actor): Promise<Article>;
  /**
   * Updates an article.
   * @param expectedVersion the version the caller has seen; default: the latest
   * @param assertMay checks permission once the article is locked, since it may have been published since the
   *   caller's check
   * @throws HostError 400 `vendor_kb_blocks_invalid`, 412 `vendor_kb_version_conflict`, 409
   *   `vendor_kb_invalid_transition`, `vendor_kb_slug_taken`, and what `assertMay` throws
   */
  update(
    id: number,
    input: ArticleInput,
    actor: Actor,
    expectedVersion?: number,
    assertMay?: (article: Article) => Promise<void>,
  ): Promise<Article>;
}

/** Maximum attempts to find a free generated slug when other processes take it first. */
const SLUG_ATTEMPTS = 25;

export function createArticleWriting(parts: ArticlesParts, { get, pathOf }: ArticleStore): ArticleWriting {
  const { db, content, hooks, outbox, versions, categories, redirects, revisions, autosaves, defaultLocale } = parts;
  const { rendering, renderedTexts, blocks } = parts;

  /** Renders the text if it or the language used for counting words has changed. */
  async function derive(before: Article | null, next: Article, work: TextWork): Promise<RenderedContent | null> {
    const isSame = before?.content === next.content && before.contentFormat === next.contentFormat;
    if (isSame && before.locale === next.locale) return null;
    const rendered: MeasuredContent = await work.render(next);
    Object.assign(next, measuresOf(rendered));
    return rendered;
  }

  /** Saves the data derived from an article's text. */
  async function saveText(article: Article, rendered: RenderedContent, isNew: boolean): Promise<void> {
    await saveLinks(db, article.id, rendered.html, isNew);
    await renderedTexts.save(article, rendered);
  }

  /** Completes a save: stores the version and announces the change. */
  async function record(
    article: Article,
    previous: Article | null,
    { user, source }: Actor,
    changed: string[],
  ): Promise<void> {
    await revisions.add(article, { kind: kindOf(article, source), authorId: user?.id ?? 0 });
    await searchChanged(db, article.id);
    await versions.bump(CONTENT_VERSION);
    await announceSave(outbox, article, previous, { user, source, changed });
  }

  /** Writes the tag rows, which derive only from the article. */
  async function addTags(article: Article): Promise<void> {
    const rows = article.tags.map((tag) => ({ article_id: article.id, tag: tagKey(tag) }));
    if (rows.length > 0) await db.query.insertInto('kb_article_tags').values(rows).execute();
  }

  /**
   * Saves the old URLs that redirect to the article. A visible page at a URL takes precedence; drafts are not
   * visible.
   */
  async function saveRedirects(article: Article, old: readonly string[]): Promise<void> {
    const path = pathOf(article);
    for (const address of old) {
      if (address !== path)
        await redirects.add({ locale: article.locale, path: address, kind: 'article', targetId: article.id });
    }
    if (isPublic(article)) await redirects.remove(article.locale, path);
  }

  /** Applies the input to an article and validates its status. */
  async function apply(
    before: Article,
    input: ArticleInput,
    actor: Actor,
    now: Date,
    work: TextWork,
  ): Promise<Article> {
    const { source } = actor;
    const next = applyInput(before, input, categories, now);
    next.content = await work.store(before, next, input, actor);
    if (source === 'import') {
      // Imported articles keep their original status and date.
      if (next.status === 'publish') next.publishedAt ??= now;
    } else Object.assign(next, dated(next, input, now));
    if (before.id !== 0) assertTransition(before, next.status);
    else if (source !== 'import') assertTransition(null, next.status);
    return next;
  }

  /** Renders the text before the transaction, to keep locks short. Used unless the article changes in between. */
  async function prepare(id: number, input: ArticleInput, actor: Actor, work: TextWork): Promise<void> {
    if (input.content === undefined && input.contentFormat === undefined && input.locale === undefined) return;
    const before = await get(id);
    if (!before) return;
    try {
      await derive(before, await apply(before, input, actor, new Date(), work), work);
    } catch {
      // The transaction throws it again, after its own checks.
    }
  }

  /**
   * Checks that a translation group has one article per language. Imports are exempt because they define the groups.
   */
  async function assertOnlyOne(before: Article, next: Article, { source }: Actor): Promise<void> {
    const { id, locale, translationKey } = next;
    if (source === 'import' || locale === before.locale || translationKey === null) return;
    const twin = await db.query
      .selectFrom('kb_articles')
      .select('id')
      .where('translation_key', '=', translationKey)
      .where('locale', '=', locale)
      .where('id', '!=', id)
      .executeTakeFirst();
    if (twin) throw invalidParam('locale', translatedAlready(locale));
  }

  /** Returns the requested slug if it is free, otherwise one generated from the title. */
  async function chooseSlug(article: Article, requested: string | undefined): Promise<string> {
    const tree = categories.tree();
    const place: Place = { categoryId: article.categoryIds[0] ?? 0, locale: article.locale };
    if (requested !== undefined) {
      const slug = assertSlug(requested);
      assertNoCategory(tree, slug, place);
      return slug;
    }
    const { title, locale } = article;
    const generated = slugify(hooks.applyFilters('vendor_kb_slug', slugify(title), { title, locale })) || 'article';
    const base = isReservedIn(tree, generated, place) ? `${generated}-article` : generated;
    const siblings = categoriesIn(tree, place).map((category) => category.slug);
    return freeSlug(base, new Set([...siblings, ...(await articleSlugs(db, base, place))]));
  }

  /** Deletes the user's autosave when the text is saved. Other changes keep it. */
  async function dropAutosave(articleId: number, { content }: ArticleInput, { user }: Actor): Promise<void> {
    if (user && content !== undefined) await autosaves.remove({ articleId, userId: user.id });
  }

  return {
    async create(articleInput, actor) {
      const filtered = await hooks.applyFiltersAsync('vendor_kb_article_data', articleInput, { ...actor, id: null });
      const input = { ...filtered, title: filtered.title ?? articleInput.title };
      const now = new Date();
      const blank = newArticle(input, actor.user?.id ?? 0, defaultLocale, now);
      const work = createTextWork({ blocks, rendering });
      const draft = await apply(blank, input, actor, now, work);
      const rendered = (await derive(null, draft, work)) ?? NOTHING;
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await db.transaction(async () => {
            const lockedCategories = await lockCategories(db, draft.categoryIds);
            assertPlaced(draft, (id) => lockedCategories.get(id));
            const slug = await chooseSlug(draft, input.slug);
            const post = await content.posts.create(
              { ...postOf({ ...draft, slug }), type: POST_TYPE },
              draft.categoryIds,
            );
            const article: Article = { ...draft, slug, id: post.id };
            await db.query
              .insertInto('kb_articles')
              .values({ id: article.id, text: rendered.text, ...columnsOf(article) })
              .execute();
            await addTags(article);
            await saveText(article, rendered, true);
            await saveRedirects(article, article.redirects);
            await record(article, null, actor, Object.keys(input));
            return article;
          });
        } catch (error) {
          if (!db.isUniqueViolation(error)) throw error;
          if (input.slug !== undefined || attempt === SLUG_ATTEMPTS) throw slugTaken(input.slug ?? draft.title);
        }
      }
    },
    async update(id, changes, actor, expectedVersion, assertMay) {
      const input = await hooks.applyFiltersAsync('vendor_kb_article_data', changes, { ...actor, id });
      let slug = '';
      const work = createTextWork({ blocks, rendering });
      await prepare(id, input, actor, work);
      try {
        return await db.transaction(async () => {
          const lockedCategories = await lockCategories(db, input.categoryIds ?? []);
          const previous = await lockArticle(db, id);
          await assertMay?.(previous);
          if (expectedVersion !== undefined && previous.version !== expectedVersion) {
            throw await conflictWith(revisions, previous);
          }
          const now = new Date();
          const next = await apply(previous, input, actor, now, work);
          await assertOnlyOne(previous, next, actor);
          if (input.categoryIds) assertPlaced(next, (category) => lockedCategories.get(category));
          if (input.slug !== undefined || isPlacedAnew(previous, next)) {
            next.slug = await chooseSlug(next, input.slug ?? next.slug);
          }
          slug = next.slug;
          const changed = changedMembers(previous, next);
          const rendered = await derive(previous, next, work);
          await dropAutosave(id, input, actor);
          if (changed.length === 0) return previous;
          const moved = isPublic(previous) && pathOf(previous) !== pathOf(next) ? [pathOf(previous)] : [];
          next.redirects = [...new Set([...next.redirects, ...moved])].filter((path) => path !== pathOf(next));
          next.version = Math.max(previous.version + 1, input.version ?? 0);
          next.modifiedAt = input.modifiedAt ?? now;
          next.contributors = withContributor(next, actor);
          await db.query
            .updateTable('kb_articles')
            .set({ ...(rendered ? { text: rendered.text } : {}), ...columnsOf(next) })
            .where('id', '=', id)
            .execute();
          await content.posts.update(id, postOf(next));
          await content.posts.setTerms(id, TAXONOMY, next.categoryIds);
          if (changed.includes('tags')) {
            await db.query.deleteFrom('kb_article_tags').where('article_id', '=', id).execute();
            await addTags(next);
          }
          if (rendered) await saveText(next, rendered, false);
          await saveRedirects(next, next.redirects);
          await record(next, previous, actor, changed);
          return next;
        });
      } catch (error) {
        throw db.isUniqueViolation(error) ? slugTaken(slug) : error;
      }
    },
  };
}

function kindOf({ parentRevision }: Article, source: Actor['source']): RevisionKind {
  if (source === 'import') return source;
  if (parentRevision !== null) return 'restore';
  return source === 'schedule' ? source : 'save';
}

/** Adds a user who changes another author's article to its contributors. */
function withContributor({ authorId, contributors }: Article, { user, source }: Actor): number[] {
  const isKnown = !user || source === 'import' || user.id === authorId || contributors.includes(user.id);
  return isKnown ? contributors : [...contributors, user.id];
}

/** Tells whether slug conflicts must be checked: the article changed place or returned from the trash. */
function isPlacedAnew(before: Article, after: Article): boolean {
  return (
    before.categoryIds[0] !== after.categoryIds[0] ||
    before.locale !== after.locale ||
    (before.status === 'trash' && after.status !== 'trash')
  );
}

/** Rendering of an empty text. */
const NOTHING: RenderedContent = { html: '', toc: [], text: '', wordCount: 0, dynamic: null };
