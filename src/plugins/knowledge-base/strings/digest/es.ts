import type { Catalogue } from '../../../../index.js';

/** Spanish texts of the digest email and its pages. */
export const spanishDigest: Catalogue = {
  'digest.subject.one': '{site}: {count} cosa pide una mirada',
  'digest.subject.other': '{site}: {count} cosas piden una mirada',
  'digest.intro': 'Esto es lo nuevo en la base de conocimientos de {site} desde el {day}.',
  'digest.feedback': 'Comentarios nuevos',
  'digest.stale': 'Por revisar de nuevo',
  'digest.rating': 'Mal valorado',
  'digest.search': 'Buscado y no encontrado',
  'digest.why-search.one': 'buscado {count} vez',
  'digest.why-search.other': 'buscado {count} veces',
  'digest.more.one': 'y {count} más',
  'digest.more.other': 'y {count} más',
  'digest.look': 'Verlo todo',
  'digest.work': 'Abrir la lista de trabajo',
  'digest.because': 'Recibe este correo porque puede hacer algo al respecto.',
  'digest.stop': 'No recibir más estos correos',
  'digest.profile': 'Correos de la base de conocimientos',
  'digest.profile-lead':
    'Lo nuevo desde el último correo, en la medida en que pueda hacer algo. Sin novedades no hay correo.',
  'digest.receive': 'Enviarme el resumen',
  'digest.language': 'Idioma de los correos',
  'digest.language-site': 'El del sitio',
  'digest.saved': 'Guardado.',
  'digest.when-off': 'El resumen está desactivado en este sitio.',
  'digest.when-daily': 'Se envía cada día a las {hour}.',
  'digest.when-weekly': 'Se envía cada semana, el {weekday} a las {hour}.',
  'digest.stop-title': 'Dejar de recibir el resumen',
  'digest.stop-question': '¿No quiere más correos sobre lo nuevo en la base de conocimientos?',
  'digest.stop-button': 'Sí, no más correos',
  'digest.stopped': 'Ya no recibirá estos correos. Puede volver a activarlos en su perfil.',
  'digest.stop-invalid':
    'Este enlace no está completo o no es nuestro. Ábralo tal como está en el correo, o desactive los correos en su perfil.',
  'digest.to-profile': 'Mi perfil',
};
