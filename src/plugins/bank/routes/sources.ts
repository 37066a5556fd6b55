import { listSchema, type OwnedRest, respond } from '../../../rest.js';
import type { Secrets } from '../sources/check-source.js';
import { SOURCE_KINDS, type SourceSettings } from '../sources/kinds.js';
import type { SiteSource } from '../sources/site-source.js';
import type { SiteSources } from '../sources/site-sources.js';
import { SOURCE_NAME } from '../sources/source.js';
import type { TrySource } from '../sources/try-source.js';
import { detectionView } from '../uploads/detection-view.js';
import { NAMESPACE, PAGE_ARGS, pageOf } from './arguments.js';
import { DETECTION } from './import-schemas.js';
import { SECRETS, SETTINGS, SOURCE_RECORD } from './source-schemas.js';

const ID_ARGS = { id: { type: 'integer', minimum: 1 } } as const;

const TRIAL = {
  type: 'object',
  title: 'BankSourceTrial',
  properties: {
    success: { type: 'boolean', required: true },
    file: { type: ['string', 'null'], description: 'Null if there was nothing.', required: true },
    found: { ...DETECTION, type: ['object', 'null'], required: true },
  },
} as const;

/** Registers the routes for sources. */
export function registerSourceRoutes(
  rest: OwnedRest,
  { sources }: { readonly sources: SiteSources & { readonly test: TrySource } },
): void {
  const common = { tags: ['Sources'], permission: 'manage_bank' } as const;

  rest.group(NAMESPACE, { ...common, path: '/sources' }, (endpoint) => {
    endpoint({
      method: 'GET',
      summary: 'List statement sources',
      operationId: 'listBankSources',
      description: 'Sorted by name.',
      args: PAGE_ARGS,
      returns: listSchema(SOURCE_RECORD),
      async handler({ args }) {
        return pageOf((await sources.list()).map(sourceView), args);
      },
    });
    endpoint({
      method: 'POST',
      summary: 'Add a source',
      description: 'Its secrets are stored encrypted and never returned.',
      operationId: 'createBankSource',
      strictBody: true,
      args: {
        name: { type: 'string', pattern: SOURCE_NAME.source, required: true },
        kind: { type: 'string', enum: SOURCE_KINDS, required: true },
        enabled: { type: 'boolean', default: true },
        settings: { ...SETTINGS, default: {} },
        secrets: { ...SECRETS, default: {} },
      },
      successStatus: 201,
      returns: SOURCE_RECORD,
      async handler({ args: { name, kind, enabled: isEnabled, settings, secrets } }) {
        const created = await sources.create({
          name,
          kind,
          isEnabled,
          settings: settingsOf(settings),
          secrets: textsOf(secrets),
        });
        return respond(sourceView(created), { status: 201 });
      },
    });
  });

  rest.group(NAMESPACE, { ...common, path: '/sources/{id}', args: ID_ARGS }, (endpoint) => {
    endpoint({
      method: 'GET',
      summary: 'Read a source',
      operationId: 'getBankSource',
      returns: SOURCE_RECORD,
      handler: async ({ args }) => sourceView(await sources.get(args.id)),
    });
    endpoint({
      method: 'PUT',
      summary: 'Change a source',
      description:
        'Absent fields stay unchanged; settings and secrets are replaced as a whole. A URL on another server requires the secrets again.',
      operationId: 'changeBankSource',
      strictBody: true,
      args: { enabled: { type: 'boolean' }, settings: SETTINGS, secrets: SECRETS },
      returns: SOURCE_RECORD,
      async handler({ args: { id, enabled: isEnabled, settings, secrets } }) {
        return sourceView(
          await sources.change(id, {
            isEnabled,
            settings: settings && settingsOf(settings),
            secrets: secrets && textsOf(secrets),
          }),
        );
      },
    });
    endpoint({
      method: 'DELETE',
      summary: 'Delete a source',
      description: 'Its transactions stay.',
      operationId: 'deleteBankSource',
      returns: {
        type: 'object',
        properties: { deleted: { type: 'boolean', required: true }, previous: { ...SOURCE_RECORD, required: true } },
      },
      handler: async ({ args }) => ({ deleted: true, previous: sourceView(await sources.delete(args.id)) }),
    });
  });

  rest.route(NAMESPACE, {
    ...common,
    method: 'POST',
    path: '/sources/{id}/test',
    summary: 'Try a source',
    description: 'Fetches from it like a run and returns the result. Nothing is stored or moved.',
    operationId: 'testBankSource',
    strictBody: true,
    args: ID_ARGS,
    rateLimit: { max: 10, window: '1m', by: 'user' },
    returns: TRIAL,
    async handler({ args }) {
      const { file, found } = await sources.test(args.id);
      return { success: true, file, found: found && detectionView(found) };
    },
  });
}

interface SettingsBody extends Omit<SourceSettings, 'overlapDays' | 'timeLimit'> {
  readonly overlap_days?: number | undefined;
  readonly time_limit?: number | undefined;
}

function settingsOf({ overlap_days: overlapDays, time_limit: timeLimit, ...settings }: SettingsBody): SourceSettings {
  return { ...settings, overlapDays, timeLimit };
}

/** Validated by the schema. */
function textsOf(secrets: Readonly<Record<string, unknown>>): Secrets {
  return secrets as Secrets;
}

function sourceView(source: SiteSource) {
  const { overlapDays, timeLimit, ...settings } = source.settings;
  return {
    id: source.id,
    name: source.name,
    kind: source.kind,
    managed: source.isManaged,
    enabled: source.isEnabled,
    settings: { ...settings, overlap_days: overlapDays, time_limit: timeLimit },
    secret_names: source.secretNames,
    cursor: source.cursor,
    last_started_at: source.lastStartedAt?.toISOString() ?? null,
    last_status: source.lastStatus,
    last_error: source.lastError,
    created_at: source.createdAt.toISOString(),
    updated_at: source.updatedAt.toISOString(),
  };
}
