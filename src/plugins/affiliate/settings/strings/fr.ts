import type { Catalogue } from '../../../../index.js';

/** Strings of the programme's settings in French. */
export const frenchSettings: Catalogue = {
  'settings.group-title': 'Programme d’affiliation',
  'settings.group-lead': 'Ce que gagnent les affiliés, combien de temps un clic compte et qui peut participer.',
  'settings.currency': 'Devise',
  'settings.currency-hint':
    'Trois lettres, comme EUR. Tout est compté dans cette devise ; elle ne change plus dès qu’il y a des commissions.',
  'settings.rate-type': 'Les commissions sont',
  'settings.rate-type-percentage': 'une part de la vente',
  'settings.rate-type-flat': 'un montant fixe',
  'settings.rate': 'Commission',
  'settings.rate-hint':
    'Pourcentage de la vente ou montant fixe. Affiliés, produits et formulaires peuvent avoir leurs propres taux.',
  'settings.subpartner-rate': 'Part de la personne qui a amené un affilié',
  'settings.subpartner-rate-hint': 'Pourcentage de la commission de l’affilié amené ; 0 pour aucune.',
  'settings.subpartner-levels': 'Niveaux de partenaires qui partagent',
  'settings.subpartner-levels-hint':
    '1 pour le seul parrain de l’affilié ; avec 2 ou 3, ses propres parrains reçoivent la même part de cette part.',
  'settings.cookie-days': 'Jours pendant lesquels un clic compte',
  'settings.cookie-days-hint': 'Les affiliés peuvent avoir leur propre nombre.',
  'settings.attribution': 'Attribution',
  'settings.attribution-hint': 'Quel lien compte lorsqu’un visiteur est venu par plusieurs.',
  'settings.attribution-first': 'Premier clic',
  'settings.attribution-last': 'Dernier clic',
  'settings.ref-parameter': 'Paramètre des liens',
  'settings.ref-parameter-hint': 'Paramètre d’URL qui contient le code de parrainage, comme ref.',
  'settings.hold-days': 'Jours avant l’approbation d’une commission',
  'settings.hold-days-hint': 'Pour que les ventes puissent être annulées avant.',
  'settings.recurring-months': 'Mois pendant lesquels un client qui revient compte à nouveau',
  'settings.recurring-months-hint': 'À partir de la première vente ; 0 pour la première vente seulement.',
  'settings.auto-approve': 'Approuver immédiatement les commissions',
  'settings.auto-approve-hint': 'Celles qui sont suspectes attendent quand même que quelqu’un les regarde.',
  'settings.approve-after-hold': 'Approuver les commissions après la période de rétention',
  'settings.approve-after-hold-hint': 'Sinon quelqu’un approuve chacune. Celles qui sont suspectes attendent toujours.',
  'settings.minimum-payout': 'Plus petit versement',
  'settings.minimum-payout-hint': 'Les soldes inférieurs sont reportés au versement suivant.',
  'settings.registration': 'Accepter les candidatures',
  'settings.registration-hint': 'Si désactivé, seuls les administrateurs peuvent ajouter des affiliés.',
  'settings.registration-approval': 'Examiner les candidatures manuellement',
  'settings.registration-approval-hint': 'Sinon la personne qui demande participe aussitôt.',
  'settings.allowed-hosts': 'Domaines de liens autorisés',
  'settings.allowed-hosts-hint':
    'Un domaine par ligne, comme shop.example.com. Les liens vers ce site sont toujours autorisés.',
  'settings.blocked-domains': 'Domaines suspects',
  'settings.blocked-domains-hint':
    'Domaines d’e-mail et sites référents, un par ligne. Les conversions qui en proviennent sont vérifiées manuellement.',
  'settings.notify-addresses': 'Qui est informé des demandes et des soupçons',
  'settings.notify-addresses-hint': 'Adresses, une par ligne. Sans adresse, les administrateurs du site sont informés.',
  'settings.currency-conversions': 'Il y a déjà des commissions en {currency} : la devise reste telle quelle.',
  'settings.currency-rates':
    'Les taux fixes et les paliers utilisent {currency}. Supprimez-les avant de changer la devise.',
  'settings.currency-unknown': 'Écrivez les trois lettres d’une devise, comme EUR.',
  'settings.amount-decimals': 'Saisissez un montant avec le nombre de décimales de {currency}.',
  'settings.percent': 'Saisissez un nombre de 0 à 100 avec deux décimales au maximum.',
  'settings.host-invalid': 'Saisissez les domaines sans https:// ni chemin, comme shop.example.com.',
};
