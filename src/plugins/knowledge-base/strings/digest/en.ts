import type { Catalogue } from '../../../../index.js';

/** English texts of the digest email and its pages. */
export const englishDigest: Catalogue = {
  'digest.subject.one': '{site}: {count} thing wants a look',
  'digest.subject.other': '{site}: {count} things want a look',
  'digest.intro': 'This has come up in the knowledge base of {site} since {day}.',
  'digest.feedback': 'New feedback',
  'digest.stale': 'To be read through again',
  'digest.rating': 'Badly rated',
  'digest.search': 'Searched for and not found',
  'digest.why-search.one': 'searched for {count} time',
  'digest.why-search.other': 'searched for {count} times',
  'digest.more.one': 'and {count} more',
  'digest.more.other': 'and {count} more',
  'digest.look': 'See all of them',
  'digest.work': 'Open the work list',
  'digest.because': 'You get this mail because you may act on what it says.',
  'digest.stop': 'Stop these mails',
  'digest.profile': 'Mails of the knowledge base',
  'digest.profile-lead':
    'What has come up since the last mail, as far as you may act on it. Without anything new there is no mail.',
  'digest.receive': 'Send me the digest',
  'digest.language': 'Language of the mails',
  'digest.language-site': 'That of the site',
  'digest.saved': 'Saved.',
  'digest.when-off': 'The digest is switched off for this site.',
  'digest.when-daily': 'It is sent every day at {hour}.',
  'digest.when-weekly': 'It is sent every week, on {weekday} at {hour}.',
  'digest.stop-title': 'Stop the digest',
  'digest.stop-question': 'Do you want no more mails about what has come up in the knowledge base?',
  'digest.stop-button': 'Yes, stop them',
  'digest.stopped': 'You will get no more of these mails. You can switch them on again in your profile.',
  'digest.stop-invalid':
    'This link is not complete or not ours. Open it as it stands in the mail, or switch the mails off in your profile.',
  'digest.to-profile': 'My profile',
};
