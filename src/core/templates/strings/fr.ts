import type { Catalogue } from '../strings.js';

/** French texts of the core's pages. */
export const french: Catalogue = {
  'page.skip': 'Aller au contenu',
  'page.menu': 'Site',
  'page.account': 'Compte',
  'page.log-in': 'Se connecter',
  'page.log-out': 'Se déconnecter',
  'logout.unsaved':
    'Ces textes de vous sont dans ce navigateur et n’ont pas été enregistrés. La déconnexion les en retire, pour que personne ne puisse les lire en l’utilisant après vous. Pour en garder un, ouvrez-le et enregistrez-le d’abord.',
  'login.title': 'Connexion',
  'login.login': 'Identifiant ou adresse e-mail',
  'login.password': 'Mot de passe',
  'login.submit': 'Se connecter',
  'consent.title': '{client} souhaite utiliser votre compte sur {site}',
  'consent.account': 'Vous êtes connecté en tant que {name} ({login}).',
  'consent.other-account': 'Utiliser un autre compte',
  'consent.scopes': 'Cette application pourra :',
  'consent.limit': 'Elle ne pourra jamais faire plus que votre compte.',
  'consent.target': 'Votre réponse vous mènera à {target}.',
  'consent.target-here':
    "Votre réponse va à un programme de cet ordinateur. N'autorisez que si vous venez de lancer ce programme vous-même.",
  'consent.allow': 'Autoriser',
  'consent.deny': 'Ne pas autoriser',
  'consent.forward': 'Continuer vers {target}',
  'login.lost': 'Mot de passe oublié ?',
  'login.show': 'Afficher le mot de passe',
  'login.hide': 'Masquer le mot de passe',
  'login.incorrect': 'L’identifiant et le mot de passe ne correspondent pas. Vérifiez les deux et réessayez.',
  'login.too-many.one': 'Il y a eu trop de tentatives échouées. Attendez une minute, puis réessayez.',
  'login.too-many.other': 'Il y a eu trop de tentatives échouées. Attendez {count} minutes, puis réessayez.',
  'login.changed': 'Votre mot de passe a été modifié. Connectez-vous avec le nouveau.',
  'form.expired': 'Ce formulaire a expiré. Revenez en arrière, rechargez la page et envoyez-le de nouveau.',
  'form.cross-site': 'Ce formulaire a été envoyé depuis un autre site. Ouvrez la page ici et remplissez-le de nouveau.',
  'lost.title': 'Réinitialiser le mot de passe',
  'lost.text':
    'Indiquez votre identifiant ou votre adresse e-mail. Vous recevrez un e-mail avec un lien pour choisir un nouveau mot de passe.',
  'lost.submit': 'Envoyer le lien',
  'lost.sent-title': 'Consultez vos e-mails',
  'lost.sent':
    'S’il existe un compte avec ce nom ou cette adresse, un e-mail contenant un lien lui est envoyé. Le lien fonctionne une seule fois, pendant une heure.',
  'lost.sent-missing': 'Pas d’e-mail ? Regardez dans le dossier des indésirables et essayez vos autres adresses.',
  'lost.back': 'Retour à la connexion',
  'lost.too-many.one': 'Il y a eu trop de demandes depuis ici. Réessayez dans une minute.',
  'lost.too-many.other': 'Il y a eu trop de demandes depuis ici. Réessayez dans {count} minutes.',
  'reset.title': 'Choisir un nouveau mot de passe',
  'reset.account': 'Pour le compte {login}.',
  'reset.password': 'Nouveau mot de passe',
  'reset.hint': 'Au moins {minimum} caractères. Plusieurs mots en font un bon.',
  'reset.submit': 'Enregistrer le mot de passe',
  'reset.invalid':
    'Ce lien ne fonctionne plus. Les liens fonctionnent une seule fois, pendant une heure, et seulement le plus récent.',
  'reset.again': 'Demander un nouveau lien',
  'password.length': 'Choisissez un mot de passe de {minimum} à {maximum} caractères.',
  'password.weak':
    'D’autres devineraient ce mot de passe : c’est le nom du compte ou l’un des plus courants. Choisissez-en un autre.',
  'mail.hello': 'Bonjour {name},',
  'mail.hello-plain': 'Bonjour,',
  'mail.account': 'Votre identifiant est {login}.',
  'mail.password-reset.subject': 'Choisissez un nouveau mot de passe pour {site}',
  'mail.password-reset.text':
    'quelqu’un a demandé un nouveau mot de passe pour votre compte sur {site}. Si c’est vous, choisissez-le ici :',
  'mail.password-reset.button': 'Choisir un nouveau mot de passe',
  'mail.password-reset.life':
    'Le lien fonctionne une seule fois, pendant une heure. Si ce n’est pas vous, ne faites rien : votre mot de passe reste le même.',
  'mail.no-password-here.subject': 'Votre compte sur {site} n’a pas de mot de passe propre',
  'mail.no-password-here.text':
    'quelqu’un a demandé un nouveau mot de passe pour votre compte sur {site}. Vous vous y connectez par un autre service, il n’y a donc ici aucun mot de passe à modifier. Si ce n’est pas vous, ne faites rien.',
  'mail.password-changed.subject': 'Votre mot de passe pour {site} a été modifié',
  'mail.password-changed.text':
    'le mot de passe de votre compte sur {site} vient d’être modifié. Il faudra vous reconnecter dans tous les autres navigateurs.',
  'mail.password-changed.not-you':
    'Si ce n’est pas vous, prévenez les responsables du site et choisissez aussitôt un nouveau mot de passe :',
  'mail.password-changed.not-you-plain': 'Si ce n’est pas vous, prévenez aussitôt les responsables du site.',
  'mail.address-changed.subject': 'Votre adresse e-mail pour {site} a été modifiée',
  'mail.address-changed.text':
    'L’adresse e-mail de votre compte sur {site} vient d’être modifiée. Désormais les messages vont à la nouvelle adresse, et c’est par elle qu’un mot de passe perdu est remplacé.',
  'mail.confirm-address.subject': 'Confirmez votre adresse e-mail pour {site}',
  'mail.confirm-address.text': 'Cette adresse a été indiquée sur {site}. Si c’est bien vous, confirmez-la ici :',
  'mail.confirm-address.button': 'Confirmer l’adresse e-mail',
  'mail.confirm-address.life':
    'Le lien fonctionne une seule fois, pendant 24 heures. Si ce n’est pas vous, ignorez ce message.',
  'mail.change-requested.subject': 'Nouvelle adresse e-mail demandée pour votre compte sur {site}',
  'mail.change-requested.text':
    'Une nouvelle adresse e-mail a été indiquée pour votre compte sur {site}. Cette adresse reste en service jusqu’à la confirmation de la nouvelle.',
  'mail.change-requested.not-you':
    'Si ce n’est pas vous, choisissez un nouveau mot de passe. Cela annule la modification :',
  'confirm.title': 'Confirmez votre adresse e-mail',
  'confirm.text': 'Confirmez que {email} est votre adresse e-mail.',
  'confirm.submit': 'Confirmer l’adresse e-mail',
  'confirm.done-title': 'Adresse e-mail confirmée',
  'confirm.done': '{email} est confirmée.',
  'confirm.continue': 'Continuer vers {site}',
  'confirm.expired-title': 'Ce lien a expiré',
  'confirm.expired':
    'Ce lien a expiré. Les liens fonctionnent une seule fois, pendant 24 heures, et seulement le plus récent. Demandez un nouveau lien.',
  'confirm.taken': 'Un autre compte utilise cette adresse e-mail.',
  'confirm.too-many': 'Trop de liens de confirmation. Attendez une heure, puis réessayez.',
  'admin.mail-stays':
    'Aucun e-mail ne quitte cette machine : les e-mails sont conservés comme fichiers dans {folder}. Indiquez un serveur de messagerie dans MORTISE_MAIL_URL.',
  'admin.url-unknown':
    'Aucun lien ne peut être envoyé par e-mail, car le site ne connaît pas son adresse. Définissez MORTISE_URL.',
  'message.request-id': 'Si vous signalez ce problème, indiquez le numéro {id}.',
  'message.bad-request': 'Cette requête est incompréhensible',
  'message.forbidden': 'Accès refusé',
  'message.not-found': "Cette page n'existe pas",
  'message.gone': 'Cette page n’est plus disponible',
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
