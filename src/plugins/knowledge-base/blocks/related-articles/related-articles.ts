import { type AttributesOf, type BlockDefinition, defineBlock } from '../../../../blocks.js';
import type { Visibility } from '../../access/visibility.js';
import type { Article } from '../../article.js';
import { listArticles } from '../../article-query.js';
import { articleCards } from '../../pages/cards.js';
import type { ArticleCard } from '../../template-data.js';
import type { BlockParts } from '../block-parts.js';
import type { KbReader } from '../reader.js';
import { metadata } from './metadata.js';

type Attributes = AttributesOf<typeof metadata>;

/** Tags that are looked for; an article has rarely more. */
const MOST_TAGS = 5;
const MOST_IDS = 50;

/** Links to articles that this reader may read, chosen as the page of an article chooses them. */
export function relatedArticles({ kb, templates, readerFor, stringsFor }: BlockParts): BlockDefinition {
  /** What there is to choose from; undefined for what the page of the article shows. */
  function candidates(wanted: Attributes, { article, viewer, locale }: KbReader) {
    const { by, count } = wanted;
    const withCurrent = wanted.excludeCurrent ? 0 : 1;
    const scope = { statuses: ['publish'] as const, locale };
    return async (visibility: Visibility): Promise<Article[]> => {
      const isOpen = (other: Article): boolean => other.status === 'publish' && visibility.admits(other);
      if (by === 'manual') {
        const chosen = await kb.articles.getMany(wanted.ids.slice(0, MOST_IDS));
        return chosen.filter(isOpen);
      }
      if (!article) return [];
      if (by === 'search') {
        const ids = await kb.search.rank(article.title.slice(0, 200), { locale, viewer });
        const found = await kb.articles.getMany(ids.slice(0, count + 1));
        return found.filter(isOpen);
      }
      const lists = await Promise.all(
        article.tags
          .slice(0, MOST_TAGS)
          .map((tag) =>
            listArticles(
              kb,
              { ...scope, visibility, tag },
              { by: 'views', direction: 'desc' },
              { limit: count + 1 + withCurrent },
            ),
          ),
      );
      return inMostLists(lists);
    };
  }

  async function cardsFor(wanted: Attributes, reader: KbReader): Promise<ArticleCard[]> {
    const { article, viewer } = reader;
    const { count, by, excludeCurrent } = wanted;
    const find = by === 'category' ? undefined : candidates(wanted, reader);
    const chosen = article
      ? await kb.navigation.related(article, count, viewer, { find, withCurrent: !excludeCurrent })
      : ((await find?.(await kb.access.visibility(viewer))) ?? []).slice(0, count);
    return articleCards({ kb, viewer }, chosen);
  }

  return defineBlock({
    metadata,
    classes: ['kb-*'],
    async load(blocks, reader) {
      const who = readerFor(reader);
      return Promise.all(
        blocks.map(async ({ attributes }, index) => ({
          articles: await cardsFor(attributes, who),
          id: `h-related-articles-${index + 1}`,
        })),
      );
    },
    async render({ attributes }, { articles, id }, { locale }) {
      if (articles.length === 0 && attributes.emptyText === '') return '';
      const strings = stringsFor(locale);
      const { title, titleLevel, layout, columns, showExcerpt, showDate, emptyText } = attributes;
      return templates.render(
        'kb/blocks/related',
        {
          ...{ strings, id, articles, titleLevel, layout, columns, showExcerpt, showDate, emptyText },
          title: title || strings.text('related.label'),
        },
        { locale },
      );
    },
  });
}

/** Those in most of the lists first; within as many, in their order. */
function inMostLists(lists: readonly (readonly Article[])[]): Article[] {
  const found = new Map<number, { readonly article: Article; times: number }>();
  for (const article of lists.flat()) {
    const known = found.get(article.id);
    if (known) known.times += 1;
    else found.set(article.id, { article, times: 1 });
  }
  return [...found.values()].toSorted((one, other) => other.times - one.times).map(({ article }) => article);
}
