import type { Catalogue } from '../../../../index.js';

/** Spanish texts of the conversion page. */
export const spanishConverting: Catalogue = {
  'convert.title': 'Convertir un artículo',
  'convert.to-blocks': 'Convertir en bloques',
  'convert.to-markdown': 'Convertir en Markdown',
  'convert.lead-blocks':
    'Este artículo está escrito en {format}. El editor trabaja con bloques: una vez convertido, el artículo se abre allí.',
  'convert.lead-markdown':
    'Este artículo está hecho de bloques. En Markdown es un solo texto; los bloques que Markdown no sabe expresar se quedan en él tal como son.',
  'convert.same': 'Los lectores ven las mismas palabras que antes.',
  'convert.changed': 'Los lectores verán otras palabras que antes. Abajo está lo que cambia para ellos.',
  'convert.readers': 'Lo que cambia para los lectores',
  'convert.source': 'Lo que cambia en el texto fuente',
  'convert.lines': 'Entran {added} líneas y salen {removed}.',
  'convert.more': '… y {count} líneas más',
  'convert.legend': 'Una línea con + entra, una con - sale.',
  'convert.undo': 'El artículo tal como está ahora queda entre sus versiones y se puede restaurar.',
  'convert.done-blocks': 'Ahora el artículo está hecho de bloques.',
  'convert.done-markdown': 'Ahora el artículo está escrito en Markdown.',
  'convert.cancel': 'Volver a los artículos',
};
