import type { Catalogue } from '../strings.js';

/** The texts of the core's own pages in Spanish. */
export const spanish: Catalogue = {
  'page.skip': 'Saltar al contenido',
  'page.menu': 'Sitio',
  'page.account': 'Cuenta',
  'page.log-in': 'Iniciar sesión',
  'page.log-out': 'Cerrar sesión',
  'logout.unsaved':
    'Estos textos suyos están en este navegador y no se han guardado. Al cerrar la sesión se quitan de él, para que no los lea quien lo use después. Para conservar uno, ábralo y guárdelo antes.',
  'login.title': 'Iniciar sesión',
  'login.login': 'Usuario o correo electrónico',
  'login.password': 'Contraseña',
  'login.submit': 'Entrar',
  'consent.title': '{client} quiere usar su cuenta en {site}',
  'consent.account': 'Ha iniciado sesión como {name} ({login}).',
  'consent.other-account': 'Usar otra cuenta',
  'consent.scopes': 'Podrá:',
  'consent.limit': 'Nunca podrá hacer más de lo que puede su cuenta.',
  'consent.target': 'Su respuesta le llevará a {target}.',
  'consent.target-here':
    'Su respuesta va a un programa de este equipo. Permítalo solo si acaba de iniciar ese programa usted mismo.',
  'consent.allow': 'Permitir',
  'consent.deny': 'No permitir',
  'consent.forward': 'Continuar a {target}',
  'login.lost': '¿Ha olvidado su contraseña?',
  'login.show': 'Mostrar la contraseña',
  'login.hide': 'Ocultar la contraseña',
  'login.incorrect': 'El nombre y la contraseña no coinciden. Revise ambos e inténtelo de nuevo.',
  'login.too-many.one': 'Ha habido demasiados intentos fallidos. Espere un minuto e inténtelo de nuevo.',
  'login.too-many.other': 'Ha habido demasiados intentos fallidos. Espere {count} minutos e inténtelo de nuevo.',
  'login.changed': 'Su contraseña se ha cambiado. Inicie sesión con la nueva.',
  'form.expired': 'Este formulario ha caducado. Vuelva atrás, recargue la página y envíelo de nuevo.',
  'form.cross-site': 'Este formulario se envió desde otro sitio. Abra la página aquí y rellénelo de nuevo.',
  'lost.title': 'Restablecer la contraseña',
  'lost.text':
    'Escriba su nombre de usuario o su correo electrónico. Recibirá un correo con un enlace para elegir una contraseña nueva.',
  'lost.submit': 'Enviar el enlace',
  'lost.sent-title': 'Mire su correo',
  'lost.sent':
    'Si existe una cuenta con ese nombre o esa dirección, ya va hacia ella un correo con un enlace. El enlace funciona una sola vez, durante una hora.',
  'lost.sent-missing':
    '¿No llega el correo? Mire en la carpeta de correo no deseado y pruebe con sus otras direcciones.',
  'lost.back': 'Volver al inicio de sesión',
  'lost.too-many.one': 'Ha habido demasiadas peticiones desde aquí. Inténtelo de nuevo en un minuto.',
  'lost.too-many.other': 'Ha habido demasiadas peticiones desde aquí. Inténtelo de nuevo en {count} minutos.',
  'reset.title': 'Elegir una contraseña nueva',
  'reset.account': 'Para la cuenta {login}.',
  'reset.password': 'Contraseña nueva',
  'reset.hint': 'Al menos {minimum} caracteres. Varias palabras hacen una buena.',
  'reset.submit': 'Guardar la contraseña',
  'reset.invalid':
    'Este enlace ya no funciona. Los enlaces funcionan una sola vez, durante una hora, y solo el más reciente.',
  'reset.again': 'Pedir otro enlace',
  'password.length': 'Elija una contraseña de {minimum} a {maximum} caracteres.',
  'password.weak': 'Otros adivinarían esta contraseña: es el nombre de la cuenta o una de las más comunes. Elija otra.',
  'mail.hello': 'Hola, {name}:',
  'mail.account': 'Su nombre de usuario es {login}.',
  'mail.password-reset.subject': 'Elija una contraseña nueva para {site}',
  'mail.password-reset.text':
    'Alguien ha pedido una contraseña nueva para su cuenta en {site}. Si ha sido usted, elíjala aquí:',
  'mail.password-reset.button': 'Elegir una contraseña nueva',
  'mail.password-reset.life':
    'El enlace funciona una sola vez, durante una hora. Si no ha sido usted, no haga nada: su contraseña sigue igual.',
  'mail.no-password-here.subject': 'Su cuenta en {site} no tiene contraseña propia',
  'mail.no-password-here.text':
    'Alguien ha pedido una contraseña nueva para su cuenta en {site}. Usted entra allí mediante otro inicio de sesión, así que aquí no hay ninguna contraseña que cambiar. Si no ha sido usted, no haga nada.',
  'mail.password-changed.subject': 'Se ha cambiado su contraseña para {site}',
  'mail.password-changed.text':
    'Acaba de cambiarse la contraseña de su cuenta en {site}. En todos los demás navegadores habrá que iniciar sesión de nuevo.',
  'mail.password-changed.not-you':
    'Si no ha sido usted, avise a quienes llevan el sitio y elija enseguida una contraseña nueva:',
  'mail.password-changed.not-you-plain': 'Si no ha sido usted, avise enseguida a quienes llevan el sitio.',
  'mail.address-changed.subject': 'Se ha cambiado su dirección de correo en {site}',
  'mail.address-changed.text':
    'Se acaba de cambiar la dirección de correo de su cuenta en {site}. A partir de ahora los mensajes van a la nueva dirección, y con ella se sustituye una contraseña perdida.',
  'admin.mail-stays':
    'Ningún correo sale de esta máquina: los correos se guardan como archivos en {folder}. Ponga en MORTISE_MAIL_URL la dirección de un servidor de correo.',
  'admin.url-unknown':
    'No se pueden enviar enlaces por correo, porque el sitio no conoce su dirección. Defina MORTISE_URL.',
  'message.request-id': 'Si informa de este problema, indique el número {id}.',
  'message.bad-request': 'No se puede entender la solicitud',
  'message.forbidden': 'No puede ver esta página',
  'message.not-found': 'Esta página no existe',
  'message.gone': 'Esta página ya no está disponible',
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
