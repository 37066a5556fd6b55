import type { Catalogue } from '../strings.js';

/** The texts of the core's own pages in French. */
export const french: Catalogue = {
  'page.skip': 'Aller au contenu',
  'page.menu': 'Site',
  'page.account': 'Compte',
  'page.log-in': 'Se connecter',
  'page.log-out': 'Se déconnecter',
  'login.title': 'Connexion',
  'login.login': 'Identifiant ou adresse e-mail',
  'login.password': 'Mot de passe',
  'login.submit': 'Se connecter',
  'message.request-id': 'Si vous signalez ce problème, indiquez le numéro {id}.',
  'message.bad-request': 'Cette requête est incompréhensible',
  'message.forbidden': 'Vous ne pouvez pas voir cette page',
  'message.not-found': "Cette page n'existe pas",
  'message.too-many': 'Trop de requêtes',
  'message.failed': 'Une erreur est survenue',
  'message.failed-text': 'La faute est de notre côté, et elle est consignée. Réessayez dans un instant.',
  'reference.title': 'Référence REST',
  'reference.introduction':
    'Tout ce que ce site répond aux programmes : arguments, autorisations et limites. Une fois connecté, vous pouvez essayer des appels en votre nom.',
  'reference.document': 'Document OpenAPI',
  'reference.permission': 'Qui peut appeler : {who}',
  'reference.public': 'tout le monde',
  'reference.authenticated': 'toute personne ayant un compte',
  'reference.custom': 'la route en décide',
  'reference.deprecated': 'ne plus utiliser',
  'notice.info': 'Remarque',
  'notice.warning': 'Avertissement',
  'notice.error': 'Erreur',
};
