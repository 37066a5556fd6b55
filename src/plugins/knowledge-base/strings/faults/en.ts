import type { Catalogue } from '../../../../index.js';

/** English texts of the errors of saving articles, categories and files. */
export const englishFaults: Catalogue = {
  'error-slug_taken': 'Another article or category has this address.',
  'error-invalid_transition': 'An article cannot go from its present state to that one.',
  'error-category_cycle': 'A category cannot stand below itself.',
  'error-category_not_empty': 'There is something in the category. Say where it goes first.',
  'error-too_large': 'It is too large. Divide it, or make it smaller.',
  'error-article_not_found': 'The article is not there any more.',
  'error-category_not_found': 'The category is not there any more.',
  'error-attachment_not_found': 'The file is not there any more.',
  'error-attachment_exists': 'The article has this file already.',
  'error-invalid_param': 'Some of it cannot be saved as it is.',
  'param-slug': 'Choose another one: this one is in use, or is kept for a page of the knowledge base.',
  'param-parent':
    'Choose another one: it has to be of the same language, may not lie below this one, and categories stand ten deep at most.',
  'param-categories': 'One of them is not there any more, or is of another language.',
  'param-locale': 'There is a translation in this language already, or this is no language.',
  'param-tags': 'One of the tags is too long.',
  'param-date': 'Say when it is to be published.',
};
