import type { Catalogue } from '../../../../index.js';

/** Spanish texts of the settings. */
export const spanishSetting: Catalogue = {
  'settings.policy': 'Artículos en varias categorías',
  'settings.policy-hint': 'Cuáles de las categorías de un artículo deben dejar entrar.',
  'settings.policy-all': 'Todas',
  'settings.policy-any': 'Cualquiera',
  'settings.policy-primary': 'La principal',
  'settings.restricted': 'En lugar de un artículo restringido',
  'settings.restricted-hint':
    'Markdown para quienes no pueden leerlo, cuando ni él ni una categoría tienen un texto propio.',
  'settings.attachment': 'Archivo más grande de un artículo',
  'settings.attachment-hint': 'En megabytes; la biblioteca tiene su propio límite.',
  'settings.revisions': 'Versiones guardadas de cada artículo',
  'settings.revisions-hint': 'Cuántas de las más nuevas se quedan, se mira una vez al día; 0 las guarda todas.',
  'settings.moderators': 'Correo sobre comentarios',
  'settings.moderators-hint': 'Direcciones que reciben avisos de comentarios nuevos, una por línea.',
  'settings.slash': 'Buscar con la tecla /',
  'settings.slash-hint':
    'La tecla lleva a los lectores al buscador, hasta que la desactiven en su navegador. Ctrl+K lo hace siempre.',
  'settings.exclude': 'Excluir a los editores de las estadísticas',
  'settings.exclude-hint': 'No se cuenta lo que leen y buscan quienes pueden editar artículos.',
  'settings.format': 'Los artículos nuevos se escriben',
  'settings.format-hint':
    'Para quien escribe en la administración, donde también se ofrece la otra forma. Por REST y en la línea de órdenes un artículo es Markdown si no dice otra cosa.',
  'settings.format-blocks': 'Con bloques',
  'settings.format-markdown': 'En Markdown',
  'settings.digest': 'Resumen por correo',
  'settings.digest-hint':
    'Comentarios nuevos, lo que toca revisar o está mal valorado y lo que no se encontró: a quienes pueden hacer algo. Sin novedades no se envía nada, y cada cual puede darse de baja.',
  'settings.digest-off': 'Ninguno',
  'settings.digest-daily': 'Cada día',
  'settings.digest-weekly': 'Cada semana',
  'settings.digest-weekday': 'Resumen semanal el',
  'settings.digest-hour': 'Hora del resumen',
  'settings.digest-hour-hint': 'De 0 a 23, en la zona horaria del sitio.',
};
