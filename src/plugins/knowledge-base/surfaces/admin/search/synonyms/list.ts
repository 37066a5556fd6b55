import {
  type AdminRequest,
  csvFile,
  type ListTableData,
  listQuery,
  listTable,
  pagePart,
} from '../../../../../../admin.js';
import type { PluginContext } from '../../../../../../index.js';
import type { Strings } from '../../../../../../text.js';
import { kbTexts, kbTitle } from '../../../../catalogues.js';
import type { KnowledgeBase } from '../../../../content/knowledge-base.js';
import type { GroupFilter } from '../../../../domain/search/synonyms/synonym-groups.js';
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

const DIRECTIONS = ['two-way', 'one-way'] as const;

/** Registers the list of synonym groups. */
export function registerSynonymList(
  { admin }: Pick<PluginContext, 'admin'>,
  { site, synonyms }: Pick<KnowledgeBase, 'site' | 'synonyms'>,
): void {
  async function asked(request: AdminRequest) {
    const locales = await synonyms.locales();
    const query = listQuery(request, { filters: { locale: locales, direction: DIRECTIONS } });
    const filter: GroupFilter = {
      search: query.search,
      locale: query.filters.locale ?? undefined,
      direction: DIRECTIONS.find((each) => each === query.filters.direction),
    };
    return { locales, query, filter };
  }

  async function tableOf(request: AdminRequest, { text, date }: Strings): Promise<ListTableData> {
    const { locales, query, filter } = await asked(request);
    const { page, perPage } = query;
    const { groups, total } = await synonyms.list({ ...filter, limit: perPage, offset: (page - 1) * perPage });
    return listTable(request, query, {
      caption: text('tabs.synonyms'),
      columns: [
        { name: 'words', label: text('synonyms.words') },
        { name: 'direction', label: text('synonyms.direction') },
        { name: 'locale', label: text('locale') },
        { name: 'changed', label: text('changed') },
      ],
      rows: groups.map((group) => ({
        id: group.id,
        label: groupText(group),
        cells: {
          words: { text: groupText(group), link: request.link(synonymPath(group.id)) },
          direction: text(`synonyms.${group.also.length > 0 ? 'one-way' : 'two-way'}`),
          locale: group.locale,
          changed: date(group.updatedAt),
        },
        actions: [
          { label: text('edit'), link: request.link(synonymPath(group.id)) },
          { label: text('delete'), link: request.link(deletionPath(synonymPath(group.id))), danger: true },
        ],
      })),
      total,
      search: text('synonyms.search'),
      filters: [
        {
          name: 'locale',
          label: text('locale'),
          all: text('all-locales'),
          options: locales.map((locale) => ({ value: locale, label: locale })),
        },
        {
          name: 'direction',
          label: text('synonyms.direction'),
          all: text('synonyms.all-directions'),
          options: DIRECTIONS.map((value) => ({ value, label: text(`synonyms.${value}`) })),
        },
      ],
      empty: {
        text: text('synonyms.none'),
        action: { label: text('synonyms.create'), link: request.link(NEW_SYNONYM_PATH) },
      },
    });
  }

  admin.page({
    ...SEARCH_PAGE,
    path: SYNONYMS_PATH,
    title: kbTitle('tabs.synonyms', site),
    parent: SEARCH_PATH,
    async load(request) {
      if (request.query.export === 'csv') {
        const { filter } = await asked(request);
        return csvFile('synonyms', synonymsToCsv((await synonyms.list(filter)).groups));
      }
      const texts = kbTexts(site);
      return searchPage(request, texts, SYNONYMS_PATH, {
        sections: [pagePart({ table: await tableOf(request, texts) })],
      });
    },
    heading: (_data, { link, query }) => {
      const { text } = kbTexts(site);
      return {
        lead: text('synonyms.lead'),
        actions: [
          { label: text('synonyms.create'), link: link(NEW_SYNONYM_PATH), primary: true },
          { label: text('synonyms.import'), link: link(IMPORT_SYNONYMS_PATH) },
          { label: text('export-csv'), link: link(SYNONYMS_PATH, { ...query, export: 'csv' }) },
        ],
      };
    },
  });
}
