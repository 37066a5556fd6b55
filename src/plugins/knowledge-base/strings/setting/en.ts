import type { Catalogue } from '../../../../index.js';

/** English texts of the settings. */
export const englishSetting: Catalogue = {
  'settings.policy': 'Articles in several categories',
  'settings.policy-hint': 'Which of the categories of an article must let somebody in.',
  'settings.policy-all': 'All of them',
  'settings.policy-any': 'Any of them',
  'settings.policy-primary': 'The primary one',
  'settings.restricted': 'Instead of a restricted article',
  'settings.restricted-hint':
    'Markdown shown to those who may not read it, where neither it nor a category has a text of its own.',
  'settings.attachment': 'Largest file of an article',
  'settings.attachment-hint': 'In megabytes; the media library has a limit of its own.',
  'settings.revisions': 'Versions kept of each article',
  'settings.revisions-hint': 'How many of the newest versions stay, looked at once a day; 0 keeps all.',
  'settings.moderators': 'Mail about feedback',
  'settings.moderators-hint': 'Addresses that hear of new feedback, one a line.',
  'settings.slash': 'Search with the key /',
  'settings.slash-hint':
    'The key leads readers to the search box, until they turn it off for their browser. Ctrl+K does so in any case.',
  'settings.exclude': 'Leave editors out of the statistics',
  'settings.exclude-hint': 'What those who may edit articles read and search for is not counted.',
  'settings.format': 'New articles are written',
  'settings.format-hint':
    'For who writes in the admin area, whose pages offer the other way too. Over REST and on the command line an article is Markdown unless it says otherwise.',
  'settings.format-blocks': 'With blocks',
  'settings.format-markdown': 'In Markdown',
  'settings.digest': 'Digest by mail',
  'settings.digest-hint':
    'New feedback, what is due to be read through or badly rated, and what was not found: to those who may act on it. Nothing is sent when there is nothing to say, and everybody can decline.',
  'settings.digest-off': 'None',
  'settings.digest-daily': 'Every day',
  'settings.digest-weekly': 'Every week',
  'settings.digest-weekday': 'Weekly digest on',
  'settings.digest-hour': 'Hour of the digest',
  'settings.digest-hour-hint': 'From 0 to 23, in the time zone of the site.',
};
