import { type AdminRequest, adminList, pagePart } from '../../../../../../admin.js';
import type { PluginContext } from '../../../../../../index.js';
import { kbTexts, kbTitle } from '../../../../catalogues.js';
import type { KnowledgeBase } from '../../../../content/knowledge-base.js';
import { allGroups, synonymList } from '../../../../domain/search/synonyms/synonym-list.js';
import { synonymsToCsv } from '../../../../domain/search/synonyms/synonyms-csv.js';
import { SEARCH_PAGE, searchPage } from '../frame.js';
import {
  deletionPath,
  IMPORT_SYNONYMS_PATH,
  NEW_SYNONYM_PATH,
  SEARCH_PATH,
  SYNONYMS_PATH,
  synonymPath,
} from '../paths.js';
import { groupText } from './labels.js';

/** Registers the list of synonym groups. */
export function registerSynonymList(
  context: Pick<PluginContext, 'admin' | 'db' | 'site'>,
  { site, synonyms }: Pick<KnowledgeBase, 'site' | 'synonyms'>,
): void {
  const texts = () => kbTexts(site);
  const create = ({ link }: AdminRequest) => ({ label: texts().text('synonyms.create'), link: link(NEW_SYNONYM_PATH) });
  const list = adminList(synonymList, context, {
    path: SYNONYMS_PATH,
    texts,
    caption: 'tabs.synonyms',
    columns: {
      words: (group, { request }) => ({ text: groupText(group), link: request.link(synonymPath(group.id)) }),
      also: ({ also }, { texts: { text } }) => text(`synonyms.${also.length > 0 ? 'one-way' : 'two-way'}`),
      locale: true,
      updated_at: ({ updatedAt }, { texts: { date } }) => date(updatedAt),
    },
    row: (group, { request: { link }, texts: { text } }) => ({
      id: group.id,
      label: groupText(group),
      actions: [
        { label: text('edit'), link: link(synonymPath(group.id)) },
        { label: text('delete'), link: link(deletionPath(synonymPath(group.id))), danger: true },
      ],
    }),
    inputs: {
      locale: { options: async () => (await synonyms.locales()).map((value) => ({ value, label: value })) },
    },
    empty: (request) => ({ text: texts().text('synonyms.none'), action: create(request) }),
    file: {
      path: SYNONYMS_PATH,
      name: 'synonyms',
      async *lines(values) {
        yield synonymsToCsv(await allGroups(context.db, values));
      },
    },
  });

  context.admin.page({
    ...SEARCH_PAGE,
    path: SYNONYMS_PATH,
    title: kbTitle('tabs.synonyms', site),
    parent: SEARCH_PATH,
    async load(request) {
      if (request.query.export === 'csv') return list.file(request);
      const { table, notices } = await list.load(request);
      return searchPage(request, texts(), SYNONYMS_PATH, { notices, sections: [pagePart({ table })] });
    },
    heading: (_data, request) => {
      const { link, query } = request;
      const { text } = texts();
      return {
        lead: text('synonyms.lead'),
        actions: [
          { ...create(request), primary: true },
          { label: text('synonyms.import'), link: link(IMPORT_SYNONYMS_PATH) },
          { label: text('export-csv'), link: link(SYNONYMS_PATH, { ...query, export: 'csv' }) },
        ],
      };
    },
  });
}
