import type { Catalogue } from '../../../../index.js';

/** Spanish texts of the errors of saving articles, categories and files. */
export const spanishFaults: Catalogue = {
  'error-slug_taken': 'Otro artículo u otra categoría tiene esta dirección.',
  'error-invalid_transition': 'Un artículo no puede pasar de su estado actual a ese.',
  'error-category_cycle': 'Una categoría no puede estar dentro de sí misma.',
  'error-category_not_empty': 'Hay algo en la categoría. Indique primero adónde va.',
  'error-too_large': 'Es demasiado grande. Divídalo o redúzcalo.',
  'error-article_not_found': 'El artículo ya no está.',
  'error-category_not_found': 'La categoría ya no está.',
  'error-attachment_not_found': 'El archivo ya no está.',
  'error-attachment_exists': 'El artículo ya tiene este archivo.',
  'error-invalid_param': 'Algo no se puede guardar tal como está.',
  'param-slug': 'Elija otra: esta está en uso o se reserva para una página de la base de conocimientos.',
  'param-parent':
    'Elija otra: ha de ser del mismo idioma, no puede estar dentro de esta, y las categorías tienen diez niveles como máximo.',
  'param-categories': 'Una de ellas ya no está o es de otro idioma.',
  'param-locale': 'Ya hay una traducción en este idioma, o no es un idioma.',
  'param-tags': 'Una de las etiquetas es demasiado larga.',
  'param-date': 'Indique cuándo se ha de publicar.',
};
