import type { Catalogue } from '../strings.js';

/** The texts of the core's own pages in German. */
export const german: Catalogue = {
  'page.skip': 'Zum Inhalt springen',
  'page.menu': 'Website',
  'page.account': 'Konto',
  'page.log-in': 'Anmelden',
  'page.log-out': 'Abmelden',
  'login.title': 'Anmelden',
  'login.login': 'Benutzername oder E-Mail',
  'login.password': 'Passwort',
  'login.submit': 'Anmelden',
  'message.request-id': 'Wenn Sie das melden, nennen Sie bitte die Nummer {id}.',
  'message.bad-request': 'Diese Anfrage ist nicht zu verstehen',
  'message.forbidden': 'Sie dürfen diese Seite nicht sehen',
  'message.not-found': 'Diese Seite gibt es nicht',
  'message.too-many': 'Zu viele Anfragen',
  'message.failed': 'Etwas ist schiefgegangen',
  'message.failed-text': 'Der Fehler liegt bei uns und steht im Protokoll. Bitte versuchen Sie es gleich noch einmal.',
  'reference.title': 'REST-Referenz',
  'reference.introduction':
    'Alles, was diese Website Programmen beantwortet: Argumente, Berechtigungen und Grenzen. Wenn Sie angemeldet sind, probieren Sie Aufrufe unter Ihrem Namen aus.',
  'reference.document': 'OpenAPI-Dokument',
  'reference.permission': 'Wer aufrufen darf: {who}',
  'reference.public': 'alle',
  'reference.authenticated': 'alle mit einem Konto',
  'reference.custom': 'entscheidet die Route',
  'reference.deprecated': 'nicht mehr verwenden',
  'notice.info': 'Hinweis',
  'notice.warning': 'Warnung',
  'notice.error': 'Fehler',
};
