import { type AttributesOf, type BlockDefinition, defineBlock } from '../../../../blocks.js';
import { type ArticleOrder, findArticles } from '../../article-query.js';
import type { Category } from '../../category-tree.js';
import { articleCards } from '../../pages/cards.js';
import type { CategoryPosts } from '../../template-data.js';
import type { BlockParts } from '../block-parts.js';
import type { KbReader } from '../reader.js';
import { metadata } from './metadata.js';

type Attributes = AttributesOf<typeof metadata>;
type Found = Pick<CategoryPosts, 'name' | 'link' | 'icon' | 'articles' | 'total'>;

const ORDERS: Readonly<Record<Attributes['orderBy'], ArticleOrder['by']>> = {
  date: 'date',
  title: 'title',
  menu: 'order',
  popularity: 'views',
};

/** The articles of a category that this reader may read; nothing of a category that is closed to them. */
export function categoryPosts({ kb, templates, readerFor, stringsFor }: BlockParts): BlockDefinition {
  async function find(wanted: Attributes, { article, viewer }: KbReader): Promise<Found | null> {
    const id = typeof wanted.category === 'number' ? wanted.category : (article?.categoryIds[0] ?? 0);
    const tree = kb.categories.tree();
    const category = tree.get(id);
    const visibility = await kb.access.visibility(viewer);
    if (!category || !visibility.admitsCategory(id)) return null;
    const { articles, total } = await findArticles(
      kb,
      { visibility, statuses: ['publish'], categories: wanted.includeChildren ? tree.subtree(id) : [id] },
      { by: ORDERS[wanted.orderBy], direction: wanted.order },
      { limit: wanted.count, offset: wanted.offset },
    );
    if (articles.length === 0) return null;
    return {
      name: category.name,
      link: kb.permalinks.categoryHref(category),
      icon: wanted.showIcon ? iconOf(category) : null,
      articles: await articleCards({ kb, viewer }, articles),
      total,
    };
  }

  return defineBlock({
    metadata,
    classes: ['kb-*'],
    async load(blocks, reader) {
      const who = readerFor(reader);
      const found = await Promise.all(blocks.map(({ attributes }) => find(attributes, who)));
      return found.map((posts, index) => ({ posts, id: `h-category-posts-${index + 1}` }));
    },
    async render({ attributes }, { posts, id }, { locale }) {
      if (!posts) return '';
      const { titleLevel, layout, columns, showExcerpt, showCount, viewAll } = attributes;
      const data = { ...posts, id, titleLevel, layout, columns, showExcerpt, showCount, viewAll };
      return templates.render('kb/blocks/category-posts', { ...data, strings: stringsFor(locale) }, { locale });
    },
  });
}

/** Those that are texts, such as an emoji: a drawing would not outlast the sanitiser. */
function iconOf({ meta: { icon } }: Category): string | null {
  return typeof icon === 'string' && !/^[a-z-]+$/.test(icon) ? icon : null;
}
