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
  'admin.title': 'Verwaltung',
  'admin.welcome': 'Schön, dass Sie da sind, {name}',
  'admin.menu': 'Seiten der Verwaltung',
  'admin.empty': 'Zurzeit ist nichts zu tun.',
  'notice.info': 'Hinweis',
  'notice.warning': 'Warnung',
  'notice.error': 'Fehler',
};
