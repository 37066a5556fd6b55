import type { AdminRequest } from '../../../../admin.js';
import { HostError, type PluginContext } from '../../../../index.js';
import type { Bank } from '../../bank.js';
import type { Profile } from '../../profiles/profile.js';
import { valuesOf } from '../../profiles/profile-values.js';
import type { StoredUploads } from '../../uploads/stored-uploads.js';
import { adminTexts, BANK_PAGE, titleOf } from '../frame.js';
import { NEW_PROFILE_PATH, PROFILE_PATH, PROFILES_PATH } from '../paths.js';
import { builtInPage } from './built-in.js';
import { createProfileEditor, SAMPLE_UPLOAD } from './editor.js';
import type { KeptSample } from './sample.js';
import { usedBy } from './used-by.js';

const KINDS = ['csv', 'json'] as const;
/** Initial values of a new profile. */
const BLANK = { decimal: ',' };

type Parts = Pick<Bank, 'profiles' | 'sources' | 'tryProfile'>;

/** Registers the profile editors with a sample: for new profiles, copies and the site's own. */
export function registerProfileEditors(
  { admin, site }: Pick<PluginContext, 'admin' | 'site'>,
  parts: Parts,
  samples: StoredUploads<KeptSample>,
): void {
  const { profiles, sources } = parts;
  const editor = createProfileEditor(site, parts, samples);
  const page = { ...BANK_PAGE, template: 'bank/admin/profile', uploads: SAMPLE_UPLOAD } as const;

  function kindOf({ params }: AdminRequest<'kind'>): Profile['kind'] {
    const kind = KINDS.find((each) => each === params.kind);
    if (kind) return kind;
    throw new HostError('vendor_bank_not_found', adminTexts(site).text('error-not_found'), { status: 404 });
  }

  /**
   * Returns the values of the profile to copy.
   * @throws HostError 404 if it does not exist or has another type
   */
  async function copied({ query }: AdminRequest, kind: Profile['kind']) {
    if (typeof query.copy !== 'string') return BLANK;
    const { profile } = await profiles.get(query.copy);
    const { text } = adminTexts(site);
    if (profile.kind !== kind) throw new HostError('vendor_bank_not_found', text('error-not_found'), { status: 404 });
    const label = text('profiles.copy-of', { name: profile.label });
    return { ...valuesOf(profile), name: `${profile.name.slice(0, 60)}-own`, label };
  }

  admin.page({
    ...page,
    path: NEW_PROFILE_PATH,
    title: titleOf(site, 'profiles.new'),
    parent: PROFILES_PATH,
    async load(request) {
      const kind = kindOf(request);
      const title = adminTexts(site).text(`profiles.new-${kind}`);
      return editor.page(request, { kind, name: null, title, values: await copied(request, kind), usedBy: [] });
    },
    heading: ({ title }) => (title === null ? {} : { title }),
    actions: {
      edit: (request, form, files) => editor.edit(request, form, files, { kind: kindOf(request), name: null }),
    },
  });

  admin.page({
    ...page,
    path: PROFILE_PATH,
    title: titleOf(site, 'import.profile'),
    parent: PROFILES_PATH,
    async load(request) {
      const existing = await profiles.get(request.params.name);
      if (existing.isBuiltIn) return builtInPage(existing.profile, request, adminTexts(site));
      const { name, kind, label } = existing.profile;
      const used = await usedBy(sources, name);
      return editor.page(request, { kind, name, title: label, values: valuesOf(existing.profile), usedBy: used });
    },
    heading: ({ title }) => (title === null ? {} : { title }),
    actions: {
      async edit(request, form, files) {
        const { profile } = await profiles.get(request.params.name);
        return editor.edit(request, form, files, { kind: profile.kind, name: profile.name });
      },
    },
  });
}
