import type { Catalogue } from '../../../../index.js';

/** French texts of the settings. */
export const frenchSetting: Catalogue = {
  'settings.policy': 'Articles dans plusieurs catégories',
  'settings.policy-hint': 'Lesquelles des catégories d’un article doivent laisser entrer.',
  'settings.policy-all': 'Toutes',
  'settings.policy-any': 'N’importe laquelle',
  'settings.policy-primary': 'La principale',
  'settings.restricted': 'À la place d’un article restreint',
  'settings.restricted-hint':
    'Markdown montré à qui ne peut pas le lire, quand ni lui ni une catégorie n’a son propre texte.',
  'settings.attachment': 'Plus gros fichier d’un article',
  'settings.attachment-hint': 'En mégaoctets ; la médiathèque a sa propre limite.',
  'settings.revisions': 'Versions gardées de chaque article',
  'settings.revisions-hint': 'Combien des plus récentes restent, vérifié chaque jour ; 0 les garde toutes.',
  'settings.moderators': 'Courriel sur les retours',
  'settings.moderators-hint': 'Adresses averties des nouveaux retours, une par ligne.',
  'settings.slash': 'Rechercher avec la touche /',
  'settings.slash-hint':
    'La touche mène au champ de recherche, jusqu’à ce qu’on la désactive dans son navigateur. Ctrl+K le fait toujours.',
  'settings.exclude': 'Exclure les éditeurs des statistiques',
  'settings.exclude-hint': 'Ce que lisent et cherchent ceux qui peuvent modifier des articles n’est pas compté.',
  'settings.format': 'Les nouveaux articles s’écrivent',
  'settings.format-hint':
    'Pour qui écrit dans l’administration, où l’autre façon est proposée aussi. Par REST et en ligne de commande, un article est en Markdown sauf s’il dit autre chose.',
  'settings.format-blocks': 'Avec des blocs',
  'settings.format-markdown': 'En Markdown',
  'settings.digest': 'Résumé par e-mail',
  'settings.digest-hint':
    'Nouveaux retours, articles à relire ou mal notés et recherches vaines : à celles et ceux qui peuvent agir. Rien n’est envoyé quand il n’y a rien à dire, et chacun peut se désabonner.',
  'settings.digest-off': 'Aucun',
  'settings.digest-daily': 'Chaque jour',
  'settings.digest-weekly': 'Chaque semaine',
  'settings.digest-weekday': 'Résumé hebdomadaire le',
  'settings.digest-hour': 'Heure du résumé',
  'settings.digest-hour-hint': 'De 0 à 23, dans le fuseau horaire du site.',
};
