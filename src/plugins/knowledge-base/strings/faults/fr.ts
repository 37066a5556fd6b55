import type { Catalogue } from '../../../../index.js';

/** French texts of the errors of saving articles, categories and files. */
export const frenchFaults: Catalogue = {
  'error-slug_taken': 'Un autre article ou une autre catégorie a cette adresse.',
  'error-invalid_transition': 'Un article ne peut pas passer de son état actuel à celui-ci.',
  'error-category_cycle': 'Une catégorie ne peut pas se trouver sous elle-même.',
  'error-category_not_empty': 'Il y a encore quelque chose dans la catégorie. Dites d’abord où cela va.',
  'error-too_large': 'C’est trop grand. Divisez-le ou réduisez-le.',
  'error-article_not_found': 'L’article n’existe plus.',
  'error-category_not_found': 'La catégorie n’existe plus.',
  'error-attachment_not_found': 'Le fichier n’existe plus.',
  'error-attachment_exists': 'L’article a déjà ce fichier.',
  'error-invalid_param': 'Une partie ne peut pas être enregistrée telle quelle.',
  'param-slug': 'Choisissez-en une autre : celle-ci est prise ou réservée à une page de la base de connaissances.',
  'param-parent':
    'Choisissez-en une autre : elle doit être de la même langue, ne pas se trouver sous celle-ci, et il y a dix niveaux de catégories au plus.',
  'param-categories': 'L’une d’elles n’existe plus ou est d’une autre langue.',
  'param-locale': 'Il y a déjà une traduction dans cette langue, ou ce n’est pas une langue.',
  'param-tags': 'L’une des étiquettes est trop longue.',
  'param-date': 'Dites quand il doit être publié.',
};
