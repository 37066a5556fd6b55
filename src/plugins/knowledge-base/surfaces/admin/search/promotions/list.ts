import { type AdminRequest, type ListTableData, listQuery, listTable, pagePart } from '../../../../../../admin.js';
import type { PluginContext } from '../../../../../../index.js';
import type { Strings } from '../../../../../../text.js';
import { kbTexts, kbTitle } from '../../../../catalogues.js';
import type { KnowledgeBase } from '../../../../content/knowledge-base.js';
import { SEARCH_PAGE, searchPage } from '../frame.js';
import { deletionPath, NEW_PROMOTION_PATH, PROMOTIONS_PATH, promotionPath, SEARCH_PATH } from '../paths.js';
import { promotedArticles } from './articles.js';

/** Registers the list of promotions. */
export function registerPromotionList({ admin }: Pick<PluginContext, 'admin'>, kb: KnowledgeBase): void {
  const { site } = kb;
  admin.page({
    ...SEARCH_PAGE,
    path: PROMOTIONS_PATH,
    title: kbTitle('tabs.promotions', site),
    parent: SEARCH_PATH,
    async load(request) {
      const texts = kbTexts(site);
      return searchPage(request, texts, PROMOTIONS_PATH, {
        sections: [pagePart({ table: await tableOf(kb, request, texts) })],
      });
    },
    heading: (_data, { link }) => {
      const { text } = kbTexts(site);
      const actions = [{ label: text('promotions.create'), link: link(NEW_PROMOTION_PATH), primary: true }];
      return { lead: text('promotions.lead'), actions };
    },
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
