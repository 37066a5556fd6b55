import { type AdminRequest, type AreaData, factsOf, pagePart } from '../../../../admin.js';
import type { Strings } from '../../../../text.js';
import type { Profile } from '../../profiles/profile.js';
import { valueNames, valuesOf } from '../../profiles/profile-values.js';
import { newProfilePath } from '../paths.js';
import { valueLabel } from './fields.js';
import type { ProfilePage } from './template-data.js';

/** Builds the read-only page of a built-in or plugin profile, with a link for copying it. */
export function builtInPage(profile: Profile, request: AdminRequest, texts: Strings): AreaData<ProfilePage> {
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
