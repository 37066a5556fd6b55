import type { Catalogue } from '../../../../index.js';

/** English texts of the start page and example articles. */
export const englishBeginning: Catalogue = {
  'start.title': 'Begin',
  'start.heading': 'Begin your knowledge base',
  'start.lead': 'There are no articles yet. Bring what you have, write the first one, or look at examples.',
  'start.later': 'What is here to begin with, whenever you need it.',
  'start.markdown': 'Import Markdown',
  'start.markdown-text':
    'A zip of your folder: folders become categories, links and headings go on working. Hugo, Jekyll and Docusaurus are understood.',
  'start.wordpress': 'Import WordPress',
  'start.wordpress-text':
    'The file of Tools, Export: posts and pages become articles, old addresses lead on. BetterDocs, weDocs and Echo are understood.',
  'start.write': 'Write the first article',
  'start.write-text': 'An empty page in the editor. It stays a draft until you publish it.',
  'start.examples': 'Load the examples',
  'start.examples-text':
    'A few articles that show callouts, code, questions and an article that not everybody may read. One click takes them out again.',
  'start.loaded': 'The examples are here.',
  'start.loaded-already': 'The examples were here already; nothing has changed.',
  'start.remove': 'Remove the examples',
  'start.remove-text': 'Deletes those that nobody has changed; what you made of one stays.',
  'start.removed': 'Removed: {removed}. Kept since somebody changed them: {kept}.',
  'start.look': 'Look at them',
  'start.hint': 'Your knowledge base is empty. Only you and other editors see this.',
  'start.nothing': 'There is nothing to read here yet.',
  'example.category': 'Examples',
  'example.category-text': 'What articles can have in them.',
  'example.team': 'For the team',
  'example.team-text': 'Only people who are logged in read what is in here.',
  'example.welcome': 'What an article looks like',
  'example.welcome-text':
    'An article answers one question. Say in the first sentence what it is about: it is what search shows.',
  'example.callouts': 'Callouts',
  'example.tip': 'A tip for those who want to do it well.',
  'example.warning': 'A warning before something that cannot be undone.',
  'example.code': 'Code that can be copied',
  'example.code-text': 'Code is coloured, and readers copy it with one click.',
  'example.faq': 'Questions and answers',
  'example.question-1': 'How do I add a question?',
  'example.answer-1': 'In the editor, insert the block “FAQ / Accordion”.',
  'example.question-2': 'Do search engines see the answers?',
  'example.answer-2': 'Yes, they are told which questions a page answers.',
  'example.secret': 'An article that not everybody may read',
  'example.secret-text':
    'Who is not logged in sees that it is there, and how to get in. Say who may read what in the settings of an article or its category.',
};
