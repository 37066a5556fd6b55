import type { AdminRequest } from '../../../../../../admin.js';
import type { KbArea } from '../../../../catalogues.js';
import type { KnowledgeBase } from '../../../../content/knowledge-base.js';
import { allGroups, synonymList } from '../../../../domain/search/synonyms/synonym-list.js';
import { synonymsToCsv } from '../../../../domain/search/synonyms/synonyms-csv.js';
import { deletionPath, IMPORT_SYNONYMS_PATH, NEW_SYNONYM_PATH, SYNONYMS_PATH, synonymPath } from '../paths.js';
import { groupText } from './labels.js';

/** Registers the list of synonym groups. */
export function registerSynonymList(area: KbArea, { db, synonyms }: Pick<KnowledgeBase, 'db' | 'synonyms'>): void {
  const { texts } = area;
  const create = ({ link }: AdminRequest) => ({ label: texts().text('synonyms.create'), link: link(NEW_SYNONYM_PATH) });
  area.list(synonymList, {
    path: SYNONYMS_PATH,
    title: 'tabs.synonyms',
    lead: 'synonyms.lead',
    heading: (_data, request) => ({
      actions: [
        { label: texts().text('synonyms.import'), link: request.link(IMPORT_SYNONYMS_PATH) },
        { ...create(request), primary: true },
      ],
    }),
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
      name: 'synonyms',
      label: 'export-csv',
      async *lines(values) {
        yield synonymsToCsv(await allGroups(db, values));
      },
    },
  });
}
