import { listSchema, type OwnedRest, respond } from '../../../rest.js';
import { PROFILE_NAME } from '../profiles/check-profile.js';
import type { KnownProfile, SiteProfiles } from '../profiles/site-profiles.js';
import { invalidParam } from '../transactions/errors.js';
import { detectionView } from '../uploads/detection-view.js';
import type { Uploads } from '../uploads/uploads.js';
import { NAMESPACE, PAGE_ARGS, pageOf } from './arguments.js';
import { DETECTION } from './import-schemas.js';
import { STATEMENT_ARGS, STATEMENT_UPLOAD, theFile } from './statement-arguments.js';

const NAME_ARGS = { name: { type: 'string', pattern: PROFILE_NAME.source } } as const;
const DEFINITION_ARGS = {
  profile: {
    type: 'object',
    required: true,
    description: 'Definition: `kind`, `name`, `label`, `fields`, `dates`, `decimal`, and the properties of its type.',
  },
} as const;
/** Maximum characters of a definition in a form. */
const MAX_LENGTH = 60_000;

const PROFILE = {
  type: 'object',
  title: 'BankProfile',
  properties: {
    name: { type: 'string', required: true },
    kind: { type: 'string', enum: ['csv', 'json'], required: true },
    label: { type: 'string', required: true },
    built_in: { type: 'boolean', description: 'Whether it is built in and cannot be changed.', required: true },
    definition: { type: 'object', required: true },
    updated_at: { type: ['string', 'null'], format: 'date-time', required: true },
  },
} as const;

/** Registers the routes for CSV and JSON profiles. */
export function registerProfileRoutes(
  rest: OwnedRest,
  { profiles, tryProfile }: { readonly profiles: SiteProfiles; readonly tryProfile: Uploads['tryProfile'] },
): void {
  const common = { tags: ['Profiles'], permission: 'manage_bank' } as const;

  rest.group(NAMESPACE, { ...common, path: '/profiles' }, (endpoint) => {
    endpoint({
      method: 'GET',
      summary: 'List CSV and JSON profiles',
      operationId: 'listBankProfiles',
      description: 'Custom profiles by name, then built-in ones.',
      args: PAGE_ARGS,
      returns: listSchema(PROFILE),
      async handler({ args }) {
        return pageOf((await profiles.list()).map(profileView), args);
      },
    });
    endpoint({
      method: 'POST',
      summary: 'Add a profile',
      operationId: 'createBankProfile',
      strictBody: true,
      args: DEFINITION_ARGS,
      successStatus: 201,
      returns: PROFILE,
      async handler({ args: { profile } }) {
        return respond(profileView(await profiles.create(profile)), { status: 201 });
      },
    });
  });

  rest.group(NAMESPACE, { ...common, path: '/profiles/{name}', args: NAME_ARGS }, (endpoint) => {
    endpoint({
      method: 'GET',
      summary: 'Read a profile',
      operationId: 'getBankProfile',
      returns: PROFILE,
      handler: async ({ args }) => profileView(await profiles.get(args.name)),
    });
    endpoint({
      method: 'PUT',
      summary: 'Change a profile',
      description: 'Only custom profiles. Files that were read with it are read again when they are imported again.',
      operationId: 'changeBankProfile',
      strictBody: true,
      args: DEFINITION_ARGS,
      returns: PROFILE,
      handler: async ({ args }) => profileView(await profiles.change(args.name, args.profile)),
    });
    endpoint({
      method: 'DELETE',
      summary: 'Delete a profile',
      operationId: 'deleteBankProfile',
      returns: {
        type: 'object',
        properties: { deleted: { type: 'boolean', required: true }, previous: { ...PROFILE, required: true } },
      },
      handler: async ({ args }) => ({ deleted: true, previous: profileView(await profiles.delete(args.name)) }),
    });
  });

  rest.route(NAMESPACE, {
    ...common,
    method: 'POST',
    path: '/profiles/check',
    summary: 'Test a profile with a file',
    description: 'Form with the field `file`. Returns what the profile reads. Nothing is stored.',
    operationId: 'checkBankProfile',
    uploads: STATEMENT_UPLOAD,
    strictBody: true,
    rateLimit: { max: 60, window: '1m', by: 'user' },
    args: {
      ...STATEMENT_ARGS,
      profile: { type: 'string', maxLength: MAX_LENGTH, required: true, description: 'Definition as JSON.' },
    },
    returns: DETECTION,
    async handler({ args: { profile, account, currency, encoding }, files }) {
      return detectionView(await tryProfile(theFile(files), parsed(profile), { account, currency, encoding }));
    },
  });
}

/**
 * Parses a definition.
 * @throws HostError 400 `vendor_bank_invalid_param`
 */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw invalidParam('profile', `The profile is not valid JSON: ${error.message}.`);
    throw error;
  }
}

function profileView({ profile, isBuiltIn, changedAt }: KnownProfile) {
  const { name, kind, label } = profile;
  return {
    name,
    kind,
    label,
    built_in: isBuiltIn,
    definition: profile,
    updated_at: changedAt?.toISOString() ?? null,
  };
}
