import type { Catalogue } from '../../../../index.js';

/** French texts of the conversion page. */
export const frenchConverting: Catalogue = {
  'convert.title': 'Convertir un article',
  'convert.to-blocks': 'Convertir en blocs',
  'convert.to-markdown': 'Convertir en Markdown',
  'convert.lead-blocks':
    'Cet article est écrit en {format}. L’éditeur travaille avec des blocs : une fois converti, l’article s’y ouvre.',
  'convert.lead-markdown':
    'Cet article est composé de blocs. En Markdown, c’est un seul texte ; les blocs que Markdown ne sait pas exprimer y restent tels quels.',
  'convert.same': 'Les lecteurs voient les mêmes mots qu’avant.',
  'convert.changed': 'Les lecteurs verront d’autres mots qu’avant. Ce qui change pour eux figure ci-dessous.',
  'convert.readers': 'Ce qui change pour les lecteurs',
  'convert.source': 'Ce qui change dans le texte source',
  'convert.lines': '{added} lignes arrivent, {removed} disparaissent.',
  'convert.more': '… et {count} autres lignes',
  'convert.legend': 'Une ligne avec + arrive, une ligne avec - disparaît.',
  'convert.undo': 'L’article tel qu’il est maintenant reste parmi ses versions et peut être restauré.',
  'convert.done-blocks': 'L’article est maintenant composé de blocs.',
  'convert.done-markdown': 'L’article est maintenant écrit en Markdown.',
  'convert.cancel': 'Retour aux articles',
};
