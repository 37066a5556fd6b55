import { type AttributesOf, type BlockDefinition, defineBlock } from '../../../../blocks.js';
import { type ArticleOrder, findArticles } from '../../article-query.js';
import type { Category } from '../../category-tree.js';
import { articleCards, pagination } from '../../pages/cards.js';
import type { CategoryPosts } from '../../template-data.js';
import { blockPageLink } from '../block-pages.js';
import type { BlockParts } from '../block-parts.js';
import type { KbReader } from '../reader.js';
import { metadata } from './metadata.js';

type Attributes = AttributesOf<typeof metadata>;
type Found = Pick<CategoryPosts, 'name' | 'link' | 'icon' | 'articles' | 'total' | 'pages'>;

const ORDERS: Readonly<Record<Attributes['orderBy'], ArticleOrder['by']>> = {
  date: 'date',
  title: 'title',
  menu: 'order',
  popularity: 'views',
};

/** The articles of a category that this reader may read; nothing of a category that is closed to them. */
export function categoryPosts({ kb, templates, readerFor, stringsFor }: BlockParts): BlockDefinition {
  async function find(wanted: Attributes, nth: number, reader: KbReader): Promise<Found | null> {
    const { article, viewer, pages } = reader;
    const id = typeof wanted.category === 'number' ? wanted.category : (article?.categoryIds[0] ?? 0);
    const tree = kb.categories.tree();
    const category = tree.get(id);
    const visibility = await kb.access.visibility(viewer);
    if (!category || !visibility.admitsCategory(id)) return null;
    const ask = (page: number) =>
      findArticles(
        kb,
        { visibility, statuses: ['publish'], categories: wanted.includeChildren ? tree.subtree(id) : [id] },
        { by: ORDERS[wanted.orderBy], direction: wanted.order },
        { limit: wanted.count, offset: wanted.offset + (page - 1) * wanted.count },
      );
    const turnedTo = wanted.pagination ? (pages?.get(nth) ?? 1) : 1;
    const asked = await ask(turnedTo);
    // A page that is not there is the first one: the address may be older than the list is long.
    const isThere = asked.articles.length > 0 || turnedTo === 1;
    const { articles, total } = isThere ? asked : await ask(1);
    if (articles.length === 0) return null;
    const page = isThere ? turnedTo : 1;
    const shown = { page, perPage: wanted.count, total: total - wanted.offset };
    return {
      name: category.name,
      link: kb.permalinks.categoryHref(category),
      icon: wanted.showIcon ? iconOf(category) : null,
      articles: await articleCards({ kb, viewer }, articles),
      total,
      pages:
        wanted.pagination && article && pages
          ? pagination(shown, (to) => blockPageLink(kb.permalinks.articleHref(article), pages, nth, to, idOf(nth)))
          : null,
    };
  }

  return defineBlock({
    metadata,
    classes: ['kb-*'],
    async load(blocks, reader) {
      const who = readerFor(reader);
      const found = await Promise.all(blocks.map(({ attributes }, index) => find(attributes, index + 1, who)));
      return found.map((posts, index) => ({ posts, id: idOf(index + 1) }));
    },
    async render({ attributes }, { posts, id }, { locale }) {
      if (!posts) return '';
      const { titleLevel, layout, columns, showExcerpt, showCount, viewAll } = attributes;
      const data = { ...posts, id, titleLevel, layout, columns, showExcerpt, showCount, viewAll };
      return templates.render('kb/blocks/category-posts', { ...data, strings: stringsFor(locale) }, { locale });
    },
  });
}

/** Of the heading of the nth of these blocks in a text. */
function idOf(nth: number): string {
  return `h-category-posts-${nth}`;
}

/** Those that are texts, such as an emoji: a drawing would not outlast the sanitiser. */
function iconOf({ meta: { icon } }: Category): string | null {
  return typeof icon === 'string' && !/^[a-z-]+$/.test(icon) ? icon : null;
}
