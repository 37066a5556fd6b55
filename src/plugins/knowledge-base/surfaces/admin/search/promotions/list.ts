import { type AdminRequest, type ListTableData, listQuery, listTable, pagePart } from '../../../../../../admin.js';
import type { Strings } from '../../../../../../text.js';
import type { KbArea } from '../../../../catalogues.js';
import type { KnowledgeBase } from '../../../../content/knowledge-base.js';
import { deletionPath, NEW_PROMOTION_PATH, PROMOTIONS_PATH, promotionPath } from '../paths.js';
import { promotedArticles } from './articles.js';

/** Registers the list of promotions. */
export function registerPromotionList(area: KbArea, kb: KnowledgeBase): void {
  area.page({
    path: PROMOTIONS_PATH,
    title: 'tabs.promotions',
    lead: 'promotions.lead',
    async load(request) {
      return {
        sections: [pagePart({ table: await tableOf(kb, request, request.texts) })],
      };
    },
    heading: (_data, { link, texts: { text } }) => ({
      actions: [{ label: text('promotions.create'), link: link(NEW_PROMOTION_PATH), primary: true }],
    }),
  });
}

async function tableOf(kb: KnowledgeBase, request: AdminRequest, texts: Strings): Promise<ListTableData> {
  const { text, date } = texts;
  const query = listQuery(request);
  const { page, perPage: limit } = query;
  const { promotions, total } = await kb.promotions.list({ limit, offset: (page - 1) * limit });
  const rows = promotions.map(async ({ id, query: queryText, locale, articles, updatedAt }) => {
    const names = (await promotedArticles(kb, articles, request, texts)).map(({ name }) => name);
    const own = request.link(promotionPath(id));
    return {
      id,
      label: queryText,
      cells: {
        query: { text: queryText, link: own },
        articles: names.length === 0 ? '–' : names.join(', '),
        locale,
        changed: date(updatedAt),
      },
      actions: [
        { label: text('edit'), link: own },
        { label: text('delete'), link: request.link(deletionPath(promotionPath(id))), danger: true },
      ],
    };
  });
  return listTable(request, query, {
    caption: text('tabs.promotions'),
    columns: [
      { name: 'query', label: text('promotions.query') },
      { name: 'articles', label: text('promotions.articles') },
      { name: 'locale', label: text('locale') },
      { name: 'changed', label: text('changed') },
    ],
    rows: await Promise.all(rows),
    total,
    empty: {
      text: text('promotions.none'),
      action: { label: text('promotions.create'), link: request.link(NEW_PROMOTION_PATH) },
    },
  });
}
