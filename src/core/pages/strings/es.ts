import type { Catalogue } from '../strings.js';

/** The texts of the core's own pages in Spanish. */
export const spanish: Catalogue = {
  'page.skip': 'Saltar al contenido',
  'page.menu': 'Sitio',
  'page.account': 'Cuenta',
  'page.log-in': 'Iniciar sesión',
  'page.log-out': 'Cerrar sesión',
  'login.title': 'Iniciar sesión',
  'login.login': 'Usuario o correo electrónico',
  'login.password': 'Contraseña',
  'login.submit': 'Entrar',
  'message.request-id': 'Si informa de este problema, indique el número {id}.',
  'message.bad-request': 'No se puede entender la solicitud',
  'message.forbidden': 'No puede ver esta página',
  'message.not-found': 'Esta página no existe',
  'message.too-many': 'Demasiadas solicitudes',
  'message.failed': 'Algo ha fallado',
  'message.failed-text': 'El fallo es nuestro y ha quedado registrado. Inténtelo de nuevo en un momento.',
  'reference.title': 'Referencia REST',
  'reference.introduction':
    'Lo que este sitio responde a los programas: argumentos, permisos y límites. Si ha iniciado sesión, puede probar llamadas en su nombre.',
  'reference.document': 'Documento OpenAPI',
  'reference.permission': 'Quién puede llamar: {who}',
  'reference.public': 'cualquiera',
  'reference.authenticated': 'cualquiera que tenga una cuenta',
  'reference.custom': 'lo decide la ruta',
  'reference.deprecated': 'no usar más',
  'notice.info': 'Nota',
  'notice.warning': 'Advertencia',
  'notice.error': 'Error',
};
