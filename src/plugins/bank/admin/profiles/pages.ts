import { type AdminRequest, type AreaData, type AreaRequest, factsOf, pagePart } from '../../../../admin.js';
import { HostError } from '../../../../index.js';
import type { Strings } from '../../../../text.js';
import type { Bank } from '../../bank.js';
import type { Profile } from '../../profiles/profile.js';
import { valueNames, valuesOf } from '../../profiles/profile-values.js';
import type { StoredUploads } from '../../uploads/stored-uploads.js';
import { type BankArea, NEW_PROFILE_PATH, newProfilePath, PROFILE_PATH, PROFILES_PATH } from '../paths.js';
import { createProfileEditor, SAMPLE_UPLOAD } from './editor.js';
import { valueLabel } from './fields.js';
import type { KeptSample } from './sample.js';
import type { ProfilePage } from './template-data.js';
import { usedBy } from './used-by.js';

const KINDS = ['csv', 'json'] as const;
/** Initial values of a new profile. */
const BLANK = { decimal: ',' };

type Parts = Pick<Bank, 'profiles' | 'sources' | 'tryProfile'>;

/** Registers the profile editors with a sample: for new profiles, copies and the site's own. */
export function registerProfileEditors(area: BankArea, parts: Parts, samples: StoredUploads<KeptSample>): void {
  const { profiles, sources } = parts;
  const editor = createProfileEditor(parts, samples);
  const page = { template: 'bank/admin/profile', uploads: SAMPLE_UPLOAD } as const;

  function kindOf({ params, texts }: AreaRequest<'kind'>): Profile['kind'] {
    const kind = KINDS.find((each) => each === params.kind);
    if (kind) return kind;
    throw new HostError('vendor_bank_not_found', texts.text('error-not_found'), { status: 404 });
  }

  /**
   * Returns the values of the profile to copy.
   * @throws HostError 404 if it does not exist or has another type
   */
  async function copied({ query, texts: { text } }: AreaRequest, kind: Profile['kind']) {
    if (typeof query.copy !== 'string') return BLANK;
    const { profile } = await profiles.get(query.copy);
    if (profile.kind !== kind) throw new HostError('vendor_bank_not_found', text('error-not_found'), { status: 404 });
    const label = text('profiles.copy-of', { name: profile.label });
    return { ...valuesOf(profile), name: `${profile.name.slice(0, 60)}-own`, label };
  }

  area.page({
    ...page,
    path: NEW_PROFILE_PATH,
    title: 'profiles.new',
    tab: PROFILES_PATH,
    async load(request) {
      const kind = kindOf(request);
      const title = request.texts.text(`profiles.new-${kind}`);
      return editor.page(request, { kind, name: null, title, values: await copied(request, kind), usedBy: [] });
    },
    actions: {
      edit: (request, form, files) => editor.edit(request, form, files, { kind: kindOf(request), name: null }),
    },
  });

  area.page({
    ...page,
    path: PROFILE_PATH,
    title: 'import.profile',
    async load(request) {
      const existing = await profiles.get(request.params.name);
      if (existing.isBuiltIn) return builtInPage(existing.profile, request, request.texts);
      const { name, kind, label } = existing.profile;
      const used = await usedBy(sources, name);
      return editor.page(request, { kind, name, title: label, values: valuesOf(existing.profile), usedBy: used });
    },
    actions: {
      async edit(request, form, files) {
        const { profile } = await profiles.get(request.params.name);
        return editor.edit(request, form, files, { kind: profile.kind, name: profile.name });
      },
    },
  });
}

/** Builds the read-only page of a built-in or plugin profile, with a link for copying it. */
function builtInPage(profile: Profile, request: AdminRequest, texts: Strings): AreaData<ProfilePage> {
  const { text } = texts;
  const { name, label, kind } = profile;
  const values = valuesOf(profile);
  const yes = text('profiles.yes');
  const facts = valueNames(kind)
    .filter((each) => each !== 'label')
    .map((each) => {
      const isSwitch = each === 'isInverted' || each === 'isReferenceUnique';
      return [valueLabel(each, texts), isSwitch && values[each] === '1' ? yes : (values[each] ?? '')] as const;
    });
  return {
    title: label,
    badges: [{ text: text('profiles.built-in'), kind: 'neutral' }],
    sections: [pagePart({ text: text('profiles.built-in-text'), facts: factsOf(facts) })],
    links: [{ label: text('profiles.copy'), link: request.link(newProfilePath(kind), { copy: name }) }],
    raw: null,
    read: [],
    editor: null,
  };
}
