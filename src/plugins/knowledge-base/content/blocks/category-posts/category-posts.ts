import { type AttributesOf, type BlockDefinition, defineBlock } from '../../../../../blocks.js';
import type { Article } from '../../../domain/articles/article.js';
import { type ArticleOrder, findArticles } from '../../../domain/articles/article-query.js';
import type { Category } from '../../../domain/categories/category-tree.js';
import { cardsById, pagination } from '../../views/cards.js';
import { askOnce } from '../ask-once.js';
import { blockPageLink } from '../block-pages.js';
import type { BlockParts } from '../block-parts.js';
import type { KbReader } from '../reader.js';
import { metadata } from './metadata.js';

type Attributes = AttributesOf<typeof metadata>;

/** A list on one of its pages. */
interface PagedList {
  readonly attributes: Attributes;
  readonly page: number;
}

/** Content of one list. */
interface CategoryPage {
  readonly category: Category;
  readonly articles: readonly Article[];
  readonly total: number;
  readonly page: number;
}

const ORDERS: Readonly<Record<Attributes['orderBy'], ArticleOrder['by']>> = {
  date: 'date',
  title: 'title',
  menu: 'order',
  popularity: 'views',
};

/** Renders the articles of a category that this reader may read. Empty if the category is closed to them. */
export function categoryPosts({ kb, templates, readerFor, stringsFor }: BlockParts): BlockDefinition {
  const categoryOf = ({ category }: Attributes, { article }: KbReader): number =>
    typeof category === 'number' ? category : (article?.categoryIds[0] ?? 0);

  async function find({ attributes, page: turnedTo }: PagedList, reader: KbReader): Promise<CategoryPage | null> {
    const { article, viewer } = reader;
    const id = categoryOf(attributes, reader);
    const tree = kb.categories.tree();
    const category = tree.get(id);
    const visibility = await kb.access.visibility(viewer);
    if (!category || !visibility.admitsCategory(id)) return null;
    const isOwn = typeof attributes.category !== 'number';
    const ask = (page: number) =>
      findArticles(
        kb,
        {
          visibility,
          statuses: ['publish'],
          categories: attributes.includeChildren ? tree.subtree(id) : [id],
          // A list in an article of the same category leaves out the article itself.
          exclude: isOwn && article ? [article.id] : [],
        },
        { by: ORDERS[attributes.orderBy], direction: attributes.order },
        { limit: attributes.count, offset: attributes.offset + (page - 1) * attributes.count },
      );
    const result = await ask(turnedTo);
    // A missing page falls back to the first: the URL may be older than the list.
    const isThere = result.articles.length > 0 || turnedTo === 1;
    return { category, ...(isThere ? result : await ask(1)), page: isThere ? turnedTo : 1 };
  }

  /** Builds the page links of the nth list. */
  function pagesOf(attributes: Attributes, { page, total }: CategoryPage, nth: number, { article, pages }: KbReader) {
    if (!attributes.pagination || !article || !pages) return null;
    const shownPage = { page, perPage: attributes.count, total: total - attributes.offset };
    return pagination(shownPage, (to) => blockPageLink(kb.permalinks.articleHref(article), pages, nth, to, idOf(nth)));
  }

  return defineBlock({
    metadata,
    classes: ['kb-*'],
    async load(blocks, reader) {
      const who = readerFor(reader);
      const requestedLists = blocks.map(({ attributes }, index) => ({
        attributes,
        page: attributes.pagination ? (who.pages?.get(index + 1) ?? 1) : 1,
      }));
      const lists = await askOnce(requestedLists, nameOf, (one) => find(one, who));
      const cards = await cardsById(
        { kb, viewer: who.viewer },
        lists.flatMap((list) => list?.articles ?? []),
      );
      return lists.map((found, index) => ({
        found,
        articles: found?.articles.flatMap(({ id }) => cards.get(id) ?? []) ?? [],
        nth: index + 1,
      }));
    },
    async render({ attributes }, { found, articles, nth }, reader) {
      const { locale } = reader;
      const who = readerFor(reader);
      const strings = stringsFor(locale);
      if (!found || articles.length === 0) {
        // The block itself already explains an article without a category.
        if (found) who.reasons?.push(strings.text('empty.articles'));
        else if (attributes.category !== 'current') who.reasons?.push(strings.text('empty.category'));
        return '';
      }
      const { category, total } = found;
      const { titleLevel, layout, columns, showExcerpt, showCount, viewAll } = attributes;
      const posts = {
        name: category.name,
        link: kb.permalinks.categoryHref(category),
        icon: attributes.showIcon ? iconOf(category) : null,
        articles,
        total,
        pages: pagesOf(attributes, found, nth, who),
      };
      const data = { ...posts, id: idOf(nth), titleLevel, layout, columns, showExcerpt, showCount, viewAll };
      return templates.render('kb/blocks/category-posts', { ...data, strings }, { locale });
    },
  });
}

/** Name shared by lists with equal content. */
function nameOf({ attributes, page }: PagedList): string {
  const { category, includeChildren, count, offset, orderBy, order } = attributes;
  return JSON.stringify([category, includeChildren, count, offset, orderBy, order, page]);
}

/** Heading id of the nth block of this type in a text. */
function idOf(nth: number): string {
  return `h-category-posts-${nth}`;
}

/** Returns text icons such as emojis; null for others, since SVG would not survive the sanitizer. */
function iconOf({ meta: { icon } }: Category): string | null {
  return typeof icon === 'string' && !/^[a-z-]+$/.test(icon) ? icon : null;
}
