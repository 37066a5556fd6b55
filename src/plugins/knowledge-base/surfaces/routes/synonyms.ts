import { type OwnedRest, paginate, respond } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { MAX_ENTRIES, MAX_ENTRY_LENGTH } from '../../domain/search/synonyms/check-group.js';
import type { StoredGroup } from '../../domain/search/synonyms/stored-group.js';
import { COLLECTION_ARGS, ID_ARG, LOCALE_ARG, NAMESPACE, offsetOf, pageOf } from './arguments.js';
import { DELETED_SYNONYM, SYNONYM, SYNONYMS } from './schemas/search-management.js';

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
export function registerSynonymRoutes(rest: OwnedRest, { synonyms, site, restUrl }: KnowledgeBase): void {
  const common = { tags: ['Knowledge base: search'], permission: 'manage_kb_search' } as const;

  rest.group(NAMESPACE, { ...common, path: '/search/synonyms' }, (endpoint) => {
    endpoint({
      method: 'GET',
      summary: 'List synonyms',
      operationId: 'listSynonyms',
      args: {
        page: COLLECTION_ARGS.page,
        per_page: COLLECTION_ARGS.per_page,
        offset: COLLECTION_ARGS.offset,
        locale: { ...LOCALE_ARG, description: 'Only this locale.' },
      },
      returns: SYNONYMS,
      async handler({ args }) {
        const { groups, total } = await synonyms.list({
          locale: args.locale?.toLowerCase(),
          limit: args.per_page,
          offset: offsetOf(args),
        });
        return paginate(groups.map(synonymView), pageOf(args, total), 'vendor_kb_invalid_page');
      },
    });
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
        return respond(synonymView(group), { status: 201, headers });
      },
    });
  });

  rest.group(NAMESPACE, { ...common, path: '/search/synonyms/{id}', args: { id: ID_ARG } }, (endpoint) => {
    endpoint({
      method: 'GET',
      summary: 'Read a synonym group',
      operationId: 'getSynonym',
      returns: SYNONYM,
      handler: async ({ args }) => synonymView(await synonyms.get(args.id)),
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
        return synonymView(await synonyms.update(id, changes, { user, source: 'rest' }));
      },
    });
    endpoint({
      method: 'DELETE',
      summary: 'Delete a synonym group',
      operationId: 'deleteSynonym',
      allowBatch: true,
      returns: DELETED_SYNONYM,
      async handler({ args, user }) {
        return { deleted: true, previous: synonymView(await synonyms.delete(args.id, { user, source: 'rest' })) };
      },
    });
  });
}

function synonymView({ id, locale, words, also, createdAt, updatedAt }: StoredGroup) {
  return {
    id,
    locale,
    words: [...words],
    also: [...also],
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}
