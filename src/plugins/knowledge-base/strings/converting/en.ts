import type { Catalogue } from '../../../../index.js';

/** English texts of the conversion page. */
export const englishConverting: Catalogue = {
  'convert.title': 'Convert an article',
  'convert.to-blocks': 'Convert to blocks',
  'convert.to-markdown': 'Convert to Markdown',
  'convert.lead-blocks':
    'This article is written in {format}. The editor works with blocks: once the article is converted, it opens there.',
  'convert.lead-markdown':
    'This article is made of blocks. In Markdown it is one text; blocks that Markdown has no words for stay in it as they are.',
  'convert.same': 'Readers see the same words as before.',
  'convert.changed': 'Readers will see other words than before. What changes for them stands below.',
  'convert.readers': 'What changes for readers',
  'convert.source': 'What changes in the source',
  'convert.lines': '{added} lines come, {removed} lines go.',
  'convert.more': '… and {count} more lines',
  'convert.legend': 'A line with + comes, one with - goes.',
  'convert.undo': 'The article as it is now stays among its versions and can be restored.',
  'convert.done-blocks': 'The article is made of blocks now.',
  'convert.done-markdown': 'The article is written in Markdown now.',
  'convert.cancel': 'Back to the articles',
};
