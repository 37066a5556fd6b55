import type { Catalogue } from '../../../../index.js';

/** The list of articles and their previews: Spanish. */
export const spanishEditing: Catalogue = {
  'articles.title': 'Artículos',
  'articles.column-title': 'Título',
  'articles.author': 'Autor',
  'articles.modified': 'Último cambio',
  'articles.search': 'Buscar artículos',
  'articles.state': 'Estado',
  'articles.all-states': 'Todos menos la papelera',
  'articles.none': 'Todavía no hay artículos.',
  'articles.untitled': 'Sin título',
  'articles.edit': 'Editar',
  'articles.view': 'Ver',
  'articles.state-draft': 'Borrador',
  'articles.state-pending': 'Pendiente de revisión',
  'articles.state-future': 'Programado',
  'articles.state-publish': 'Publicado',
  'articles.state-archived': 'Archivado',
  'articles.state-trash': 'En la papelera',
  'preview.title': 'Vista previa',
  'preview.self': 'Como lo ve usted',
  'preview.visitor': 'Como visitante',
  'preview.account': 'Como alguien con sesión iniciada',
  'preview.role': 'Con el rol {role}',
  'preview.unsaved': 'Vista previa ({reader}). Al verla no se guarda nada, y los lectores todavía no la ven.',
  'preview.stored': 'Vista previa ({reader}) de lo último que se guardó.',
  'preview.invalid': 'Este texto no se puede guardar tal como está: {reason}',
  'preview.refused': 'No se pudo mostrar el texto del editor: {reason} Esto es lo último que se guardó.',
  'preview.unknown':
    'A estos lectores no se les dice que existe este artículo: encuentran la página que indica que no hay nada en esta dirección.',
};
