import type { Catalogue } from '../../../../index.js';

/** French texts of the digest email and its pages. */
export const frenchDigest: Catalogue = {
  'digest.subject.one': '{site} : {count} chose demande un regard',
  'digest.subject.other': '{site} : {count} choses demandent un regard',
  'digest.intro': 'Voici ce qui est nouveau dans la base de connaissances de {site} depuis le {day}.',
  'digest.feedback': 'Nouveaux retours',
  'digest.stale': 'À relire',
  'digest.rating': 'Mal noté',
  'digest.search': 'Cherché et non trouvé',
  'digest.why-search.one': 'cherché {count} fois',
  'digest.why-search.other': 'cherché {count} fois',
  'digest.more.one': 'et {count} autre',
  'digest.more.other': 'et {count} autres',
  'digest.look': 'Tout voir',
  'digest.work': 'Ouvrir la liste de travail',
  'digest.because': 'Vous recevez cet e-mail parce que vous pouvez y faire quelque chose.',
  'digest.stop': 'Ne plus recevoir ces e-mails',
  'digest.profile': 'E-mails de la base de connaissances',
  'digest.profile-lead':
    'Ce qui est nouveau depuis le dernier e-mail, pour autant que vous puissiez agir. Sans nouveauté, pas d’e-mail.',
  'digest.receive': 'M’envoyer le résumé',
  'digest.language': 'Langue des e-mails',
  'digest.language-site': 'Celle du site',
  'digest.saved': 'Enregistré.',
  'digest.when-off': 'Le résumé est désactivé pour ce site.',
  'digest.when-daily': 'Il est envoyé chaque jour à {hour}.',
  'digest.when-weekly': 'Il est envoyé chaque semaine, le {weekday} à {hour}.',
  'digest.stop-title': 'Ne plus recevoir le résumé',
  'digest.stop-question': 'Ne voulez-vous plus d’e-mails sur les nouveautés de la base de connaissances ?',
  'digest.stop-button': 'Oui, les arrêter',
  'digest.stopped': 'Vous ne recevrez plus ces e-mails. Vous pouvez les réactiver dans votre profil.',
  'digest.stop-invalid':
    'Ce lien est incomplet ou n’est pas le nôtre. Ouvrez-le tel qu’il figure dans l’e-mail, ou désactivez les e-mails dans votre profil.',
  'digest.to-profile': 'Mon profil',
};
