import type { Catalogue } from '../strings.js';

/** The texts of the core's own pages in Czech. */
export const czech: Catalogue = {
  'page.skip': 'Přejít k obsahu',
  'page.menu': 'Web',
  'page.account': 'Účet',
  'page.log-in': 'Přihlásit se',
  'page.log-out': 'Odhlásit se',
  'login.title': 'Přihlášení',
  'login.login': 'Uživatelské jméno nebo e-mail',
  'login.password': 'Heslo',
  'login.submit': 'Přihlásit se',
  'message.request-id': 'Pokud to nahlásíte, uveďte číslo {id}.',
  'message.bad-request': 'Tomuto požadavku nelze porozumět',
  'message.forbidden': 'Tuto stránku nemůžete zobrazit',
  'message.not-found': 'Tato stránka neexistuje',
  'message.too-many': 'Příliš mnoho požadavků',
  'message.failed': 'Něco se pokazilo',
  'message.failed-text': 'Chyba je na naší straně a je zaznamenána. Zkuste to prosím za chvíli znovu.',
  'reference.title': 'Přehled REST',
  'reference.introduction':
    'Vše, co tento web odpovídá programům: argumenty, oprávnění a limity. Po přihlášení si můžete volání vyzkoušet pod svým účtem.',
  'reference.document': 'Dokument OpenAPI',
  'reference.permission': 'Kdo smí volat: {who}',
  'reference.public': 'všichni',
  'reference.authenticated': 'všichni s účtem',
  'reference.custom': 'rozhoduje sama trasa',
  'reference.deprecated': 'už nepoužívat',
  'notice.info': 'Poznámka',
  'notice.warning': 'Varování',
  'notice.error': 'Chyba',
};
