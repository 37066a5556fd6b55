import { listRoute } from '../../../../resource.js';
import { type OwnedRest, respond } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { LOCALE_ARG } from '../../domain/locale.js';
import { MAX_ENTRIES, MAX_ENTRY_LENGTH } from '../../domain/search/synonyms/check-group.js';
import { synonymList } from '../../domain/search/synonyms/synonym-list.js';
import { COLLECTION_ARGS, ID_ARG, NAMESPACE } from './arguments.js';
import { DELETED_SYNONYM, SYNONYM } from './schemas/search-management.js';

const ENTRIES_ARG = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: MAX_ENTRY_LENGTH },
  maxItems: MAX_ENTRIES,
} as const;

const GROUP_ARGS = {
  locale: { ...LOCALE_ARG, description: "Default: the site's." },
  words: {
    ...ENTRIES_ARG,
    description: 'Searching for one of them finds the others. An entry can have several words.',
  },
  also: { ...ENTRIES_ARG, description: 'Found when searching for the words, but not the other way round.' },
} as const;

/** Registers the routes for the editors' synonyms; plugins add theirs with `vendor_kb_synonyms`. */
export function registerSynonymRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  const { synonyms, site, restUrl } = kb;
  const common = { tags: ['Knowledge base: search'], permission: 'manage_kb_search' } as const;

  rest.route(
    NAMESPACE,
    listRoute(synonymList, kb, {
      ...common,
      path: '/search/synonyms',
      summary: 'List synonyms',
      operationId: 'listSynonyms',
      args: { offset: COLLECTION_ARGS.offset },
      perPage: 10,
    }),
  );

  rest.group(NAMESPACE, { ...common, path: '/search/synonyms' }, (endpoint) => {
    endpoint({
      method: 'POST',
      summary: 'Add synonyms',
      description: 'Takes effect in all processes within a second, without rebuilding an index.',
      operationId: 'createSynonym',
      args: { ...GROUP_ARGS, words: { ...GROUP_ARGS.words, required: true } },
      allowBatch: true,
      idempotency: 'accepted',
      strictBody: true,
      successStatus: 201,
      returns: SYNONYM,
      async handler({ args: { locale = site.locale, words, also = [] }, user }) {
        const group = await synonyms.create({ locale: locale.toLowerCase(), words, also }, { user, source: 'rest' });
        const headers = { Location: restUrl(`/search/synonyms/${group.id}`) };
        return respond(synonymList.record(group), { status: 201, headers });
      },
    });
  });

  rest.group(NAMESPACE, { ...common, path: '/search/synonyms/{id}', args: { id: ID_ARG } }, (endpoint) => {
    endpoint({
      method: 'GET',
      summary: 'Read a synonym group',
      operationId: 'getSynonym',
      returns: SYNONYM,
      handler: async ({ args }) => synonymList.record(await synonyms.get(args.id)),
    });
    endpoint({
      method: ['PUT', 'PATCH'],
      summary: 'Update a synonym group',
      description: 'Absent fields stay unchanged.',
      operationId: 'updateSynonym',
      args: GROUP_ARGS,
      allowBatch: true,
      strictBody: true,
      returns: SYNONYM,
      async handler({ args: { id, locale, words, also }, user }) {
        const changes = {
          ...(locale && { locale: locale.toLowerCase() }),
          ...(words && { words }),
          ...(also && { also }),
        };
        return synonymList.record(await synonyms.update(id, changes, { user, source: 'rest' }));
      },
    });
    endpoint({
      method: 'DELETE',
      summary: 'Delete a synonym group',
      operationId: 'deleteSynonym',
      allowBatch: true,
      returns: DELETED_SYNONYM,
      async handler({ args, user }) {
        return {
          deleted: true,
          previous: synonymList.record(await synonyms.delete(args.id, { user, source: 'rest' })),
        };
      },
    });
  });
}
