import { type AdminRequest, factsOf, pagePart } from '../../../../admin.js';
import type { Strings } from '../../../../text.js';
import type { Profile } from '../../profiles/profile.js';
import { valueNames, valuesOf } from '../../profiles/profile-values.js';
import { pageOf } from '../frame.js';
import { newProfilePath, PROFILES_PATH } from '../paths.js';
import { valueLabel } from './fields.js';
import type { ProfilePage } from './template-data.js';

/** Builds the read-only page of a built-in or plugin profile, with a link for copying it. */
export function builtInPage(profile: Profile, request: AdminRequest, texts: Strings): ProfilePage {
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
  const page = pageOf(request, texts, PROFILES_PATH, {
    title: label,
    badges: [{ text: text('profiles.built-in'), kind: 'neutral' }],
    sections: [pagePart({ text: text('profiles.built-in-text'), facts: factsOf(facts) })],
    links: [{ label: text('profiles.copy'), link: request.link(newProfilePath(kind), { copy: name }) }],
  });
  return { ...page, raw: null, read: [], editor: null };
}
