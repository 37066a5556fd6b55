import type { Catalogue } from '../../../../index.js';

/** The list of articles and their previews: English. */
export const englishEditing: Catalogue = {
  'articles.title': 'Articles',
  'articles.column-title': 'Title',
  'articles.author': 'Author',
  'articles.modified': 'Last changed',
  'articles.search': 'Search articles',
  'articles.state': 'State',
  'articles.all-states': 'All but the trash',
  'articles.none': 'There are no articles yet.',
  'articles.untitled': 'Untitled',
  'articles.edit': 'Edit',
  'articles.view': 'View',
  'articles.state-draft': 'Draft',
  'articles.state-pending': 'Waiting for review',
  'articles.state-future': 'Scheduled',
  'articles.state-publish': 'Published',
  'articles.state-archived': 'Archived',
  'articles.state-trash': 'In the trash',
  'preview.title': 'Preview',
  'preview.self': 'As you see it',
  'preview.visitor': 'As a visitor',
  'preview.account': 'As somebody who is logged in',
  'preview.role': 'As the role {role}',
  'preview.unsaved': 'Preview ({reader}). Nothing of it is saved by looking at it, and readers do not see it yet.',
  'preview.stored': 'Preview ({reader}) of what was saved last.',
  'preview.invalid': 'This text cannot be saved as it is: {reason}',
  'preview.refused': 'The text of the editor could not be shown: {reason} This is what was saved last.',
  'preview.unknown':
    'Such readers are not told of this article: they find the page that says that there is nothing at this address.',
};
