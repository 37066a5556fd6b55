import { type AttributesOf, type BlockDefinition, defineBlock } from '../../../../../blocks.js';
import type { Visibility } from '../../../domain/access/visibility.js';
import type { Article } from '../../../domain/articles/article.js';
import { tagKey } from '../../../domain/articles/article-edit.js';
import { listArticles } from '../../../domain/articles/article-query.js';
import { cardsById } from '../../views/cards.js';
import { askOnce } from '../ask-once.js';
import type { BlockParts } from '../block-parts.js';
import type { KbReader } from '../reader.js';
import { metadata } from './metadata.js';

type Attributes = AttributesOf<typeof metadata>;
type Find = (visibility: Visibility) => Promise<Article[]>;

/** Maximum number of tags compared. Articles rarely have more. */
const MAX_TAGS = 5;
const MAX_IDS = 50;
/** Longest list plus the article itself. */
const MAX_LISTED = 11;
/** Maximum number of articles with a shared tag to compare, most read first. */
const CANDIDATES = 60;

/** Links to related articles that this reader may read, chosen as on article pages. */
export function relatedArticles({ kb, templates, readerFor, stringsFor }: BlockParts): BlockDefinition {
  const isOpen =
    (visibility: Visibility) =>
    (other: Article): boolean =>
      other.status === 'publish' && visibility.admits(other);

  async function withSameTags({ tags, locale }: Article, visibility: Visibility): Promise<Article[]> {
    const usedTags = tags.slice(0, MAX_TAGS);
    if (usedTags.length === 0) return [];
    const scope = { visibility, statuses: ['publish'] as const, locale, tags: usedTags };
    const found = await listArticles(kb, scope, { by: 'views', direction: 'desc' }, { limit: CANDIDATES });
    const keys = new Set(usedTags.map(tagKey));
    const shared = (other: Article): number => other.tags.filter((tag) => keys.has(tagKey(tag))).length;
    return found.toSorted((one, other) => shared(other) - shared(one));
  }

  /** Loads the candidates once for all lists. */
  function candidatesFor({ article, viewer, locale }: KbReader, blockAttributes: readonly Attributes[]) {
    const byHand = blockAttributes.flatMap(({ by, ids }) => (by === 'manual' ? ids.slice(0, MAX_IDS) : []));
    const pending: Partial<Record<Attributes['by'], Promise<Article[]>>> = {};

    async function find(by: Attributes['by'], visibility: Visibility): Promise<Article[]> {
      if (by === 'manual') return (await kb.articles.getMany([...new Set(byHand)])).filter(isOpen(visibility));
      if (!article) return [];
      if (by === 'category') return kb.navigation.closest(article, MAX_LISTED, visibility);
      if (by === 'search') {
        const ids = await kb.search.rank(article.title.slice(0, 200), { locale, viewer });
        return (await kb.articles.getMany(ids.slice(0, MAX_LISTED))).filter(isOpen(visibility));
      }
      const tagged = await withSameTags(article, visibility);
      // Without articles that share a tag, fall back to the category.
      return tagged.some(({ id }) => id !== article.id) ? tagged : find('category', visibility);
    }

    return async ({ by, ids }: Attributes, visibility: Visibility): Promise<Article[]> => {
      pending[by] ??= find(by, visibility);
      const found = await pending[by];
      if (by !== 'manual') return found;
      const byId = new Map(found.map((one) => [one.id, one]));
      return [...new Set(ids.slice(0, MAX_IDS))].flatMap((id) => byId.get(id) ?? []);
    };
  }

  async function choose({ article, viewer }: KbReader, attributes: Attributes, find: Find): Promise<Article[]> {
    const { count, excludeCurrent } = attributes;
    return article
      ? kb.navigation.related(article, count, viewer, { find, withCurrent: !excludeCurrent })
      : (await find(await kb.access.visibility(viewer))).slice(0, count);
  }

  return defineBlock({
    metadata,
    classes: ['kb-*'],
    async load(blocks, reader) {
      const who = readerFor(reader);
      const blockAttributes = blocks.map(({ attributes }) => attributes);
      const find = candidatesFor(who, blockAttributes);
      const lists = await askOnce(blockAttributes, nameOf, (one) =>
        choose(who, one, (visibility) => find(one, visibility)),
      );
      const cards = await cardsById({ kb, viewer: who.viewer }, lists.flat());
      return lists.map((list, index) => ({
        articles: list.flatMap(({ id }) => cards.get(id) ?? []),
        id: `h-related-articles-${index + 1}`,
      }));
    },
    async render({ attributes }, { articles, id }, reader) {
      const { locale } = reader;
      const strings = stringsFor(locale);
      const { by, title, titleLevel, layout, columns, showExcerpt, showDate, emptyText } = attributes;
      if (articles.length === 0) {
        const { article, reasons } = readerFor(reader);
        const reason = by === 'manual' ? 'empty.chosen' : article ? 'empty.related' : 'empty.unsaved';
        reasons?.push(strings.text(reason));
        if (emptyText === '') return '';
      }
      return templates.render(
        'kb/blocks/related',
        {
          strings,
          id,
          articles,
          titleLevel,
          layout,
          columns,
          showExcerpt,
          showDate,
          emptyText,
          title: title || strings.text('related.label'),
        },
        { locale },
      );
    },
  });
}

/** Name shared by lists with equal content. */
function nameOf({ by, count, excludeCurrent, ids }: Attributes): string {
  return JSON.stringify([by, count, excludeCurrent, by === 'manual' ? ids : []]);
}
