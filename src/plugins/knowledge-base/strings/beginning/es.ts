import type { Catalogue } from '../../../../index.js';

/** Spanish texts of the start page and example articles. */
export const spanishBeginning: Catalogue = {
  'start.title': 'Empezar',
  'start.heading': 'Empiece su base de conocimientos',
  'start.lead': 'Aún no hay artículos. Traiga lo que tiene, escriba el primero o mire ejemplos.',
  'start.later': 'Con qué empezar, cuando lo necesite.',
  'start.markdown': 'Importar Markdown',
  'start.markdown-text':
    'Un zip de su carpeta: las carpetas pasan a ser categorías y los enlaces siguen funcionando. Se entienden Hugo, Jekyll y Docusaurus.',
  'start.wordpress': 'Importar WordPress',
  'start.wordpress-text':
    'El archivo de Herramientas, Exportar: entradas y páginas pasan a ser artículos y las direcciones antiguas redirigen. Se entienden BetterDocs, weDocs y Echo.',
  'start.write': 'Escribir el primer artículo',
  'start.write-text': 'Una página vacía en el editor. Queda como borrador hasta que la publique.',
  'start.examples': 'Cargar los ejemplos',
  'start.examples-text':
    'Unos artículos que muestran avisos, código, preguntas y un artículo que no todos pueden leer. Un clic los quita.',
  'start.loaded': 'Los ejemplos están aquí.',
  'start.loaded-already': 'Los ejemplos ya estaban; nada ha cambiado.',
  'start.remove': 'Quitar los ejemplos',
  'start.remove-text': 'Borra los que nadie ha cambiado; lo que usted hizo de uno se queda.',
  'start.removed': 'Quitados: {removed}. Conservados por estar cambiados: {kept}.',
  'start.look': 'Verlos',
  'start.hint': 'Su base de conocimientos está vacía. Solo usted y otros editores ven esto.',
  'start.nothing': 'Aún no hay nada que leer aquí.',
  'example.category': 'Ejemplos',
  'example.category-text': 'Lo que los artículos pueden contener.',
  'example.team': 'Para el equipo',
  'example.team-text': 'Solo quien ha iniciado sesión lee lo que hay aquí.',
  'example.welcome': 'Cómo es un artículo',
  'example.welcome-text':
    'Un artículo responde una pregunta. Diga en la primera frase de qué trata: es lo que muestra la búsqueda.',
  'example.callouts': 'Avisos',
  'example.tip': 'Un consejo para quien quiere hacerlo bien.',
  'example.warning': 'Una advertencia antes de algo que no se puede deshacer.',
  'example.code': 'Código que se puede copiar',
  'example.code-text': 'El código tiene color, y los lectores lo copian con un clic.',
  'example.faq': 'Preguntas y respuestas',
  'example.question-1': '¿Cómo añado una pregunta?',
  'example.answer-1': 'En el editor, inserte el bloque «FAQ / Acordeón».',
  'example.question-2': '¿Ven los buscadores las respuestas?',
  'example.answer-2': 'Sí, se les dice qué preguntas responde una página.',
  'example.secret': 'Un artículo que no todos pueden leer',
  'example.secret-text':
    'Quien no ha iniciado sesión ve que existe y cómo entrar. Diga quién puede leer qué en los ajustes del artículo o de su categoría.',
};
