import type { Catalogue } from '../../../../index.js';

/** Strings of the programme's mails in French. */
export const frenchMails: Catalogue = {
  'mail.hello': 'Bonjour,',
  'mail.hello-name': 'Bonjour {name},',
  'mail.to-page': 'Ouvrir votre compte',
  'mail.to-site': 'Ouvrir le site',
  'mail.registered.subject': 'Votre demande pour le programme d’affiliation de {site}',
  'mail.registered.text':
    'Merci de vouloir participer au programme d’affiliation de {site}. Nous avons bien reçu votre demande.',
  'mail.registered.next':
    'Vous n’avez rien à faire : nous vous écrirons quand quelqu’un l’aura examinée. Si vous n’avez rien demandé, quelqu’un a donné votre adresse par erreur et vous pouvez ignorer ce message.',
  'mail.approved.subject': 'Bienvenue dans le programme d’affiliation de {site}',
  'mail.approved.text':
    'Vous participez au programme d’affiliation de {site}. Désormais, les clients qui viennent par vos liens vous rapportent des commissions.',
  'mail.approved.next':
    'Connectez-vous sur votre page pour créer des liens et indiquer comment vous souhaitez être payé. Si vous n’avez pas encore de mot de passe, choisissez-en un par le lien des mots de passe oubliés.',
  'mail.rejected.subject': 'Votre demande pour le programme d’affiliation de {site}',
  'mail.rejected.text':
    'Merci de votre intérêt pour le programme d’affiliation de {site}. Nous avons examiné votre demande et ne pouvons pas l’accepter.',
  'mail.commission-approved.subject': 'Commission approuvée : {amount}',
  'mail.commission-approved.text': 'Une de vos commissions chez {site} a été approuvée : {amount}.',
  'mail.commission-approved.next':
    'Elle sera incluse dans votre prochain versement. Votre compte indique votre solde et le versement minimum.',
  'mail.commission-rejected.subject': 'Commission refusée : {amount}',
  'mail.commission-rejected.text':
    'Une de vos commissions chez {site} a été refusée : {amount}. Elle ne sera pas payée.',
  'mail.commission-rejected.next': 'Si cela vous semble une erreur, contactez-nous en indiquant le jour et le montant.',
  'mail.commission-paid.subject': 'Commission payée : {amount}',
  'mail.commission-paid.text': '{site} vous a versé une commission de {amount}.',
  'mail.payout-completed.subject': 'Versement : {amount}',
  'mail.payout-completed.text': '{site} vous a envoyé un versement de {amount}.',
  'mail.payout-completed.next':
    'Il peut mettre quelques jours à arriver. Votre compte indique les commissions qu’il comprend.',
  'mail.payment-details-changed.subject': 'Vos données de paiement chez {site} ont été modifiées',
  'mail.payment-details-changed.text':
    'Les coordonnées de paiement que {site} utilise pour vos versements ont été modifiées.',
  'mail.payment-details-changed.next':
    'Si c’était vous, il n’y a rien à faire. Sinon, choisissez aussitôt un autre mot de passe, corrigez les données et prévenez-nous : rien n’est payé avant le moment indiqué.',
  'mail.confirm-email.subject': 'Confirmez votre adresse e-mail pour {site}',
  'mail.confirm-email.text': 'Cette adresse e-mail a été saisie dans le programme d’affiliation de {site}.',
  'mail.confirm-email.next':
    'Confirmez votre adresse e-mail avec le lien ci-dessous. Il est utilisable une seule fois et expire dans 24 heures. Si ce n’est pas vous, ignorez cet e-mail.',
  'mail.confirm-email.action': 'Confirmer l’adresse e-mail',
  'mail.application.subject': 'Nouvelle demande : {name}',
  'mail.application.text': '{name} souhaite participer au programme d’affiliation de {site}.',
  'mail.application.next': 'Examinez la candidature pour l’approuver ou la refuser.',
  'mail.application.action': 'Examiner la candidature',
  'mail.commission-flagged.subject': 'Commission suspecte : {amount}',
  'mail.commission-flagged.text':
    'Une commission de {name} chez {site} paraît suspecte et attend votre décision : {amount}.',
  'mail.commission-flagged.next':
    'Tant que personne n’a décidé, elle n’est ni approuvée d’elle-même ni payée. Il peut y en avoir d’autres du même affilié : le prochain message à leur sujet viendra au plus tôt dans une heure.',
  'mail.commission-flagged.action': 'Vérifier la commission',
  'mail.fact': '{label} : {value}',
  'mail.fact-amount': 'Montant',
  'mail.fact-campaign': 'Campagne',
  'mail.fact-changed': 'Modifié',
  'mail.fact-code': 'Code',
  'mail.fact-commissions': 'Commissions',
  'mail.fact-country': 'Pays',
  'mail.fact-earned': 'Gagnée le',
  'mail.fact-email': 'Adresse électronique',
  'mail.fact-flags': 'Soupçons',
  'mail.fact-held': 'Rien n’est payé avant',
  'mail.fact-login': 'Se connecter comme',
  'mail.fact-method': 'Mode de paiement',
  'mail.fact-name': 'Nom',
  'mail.fact-promotion': 'Moyens de promotion',
  'mail.fact-reason': 'Motif',
  'mail.fact-reference': 'Référence',
  'mail.fact-website': 'Site web',
  'mail.changed-payment-details': 'coordonnées de paiement',
  'mail.changed-payment-email': 'adresse électronique pour les paiements',
  'mail.changed-payment-method': 'mode de paiement',
  'mail.method-bank': 'virement bancaire',
  'mail.method-manual': 'à la main',
  'mail.method-paypal': 'PayPal',
  'mail.method-store-credit': 'avoir en boutique',
  'mail.reason-fraud': 'soupçon de fraude',
  'mail.reason-parent-rejected': 'commission d’origine refusée',
  'mail.flag-blocked-domain': 'vient d’un domaine de la liste',
  'mail.flag-bot-ua': 'le clic venait d’un programme',
  'mail.flag-duplicate-customer': 'client existant',
  'mail.flag-fast-conversion': 'conversion quelques secondes après le clic',
  'mail.flag-high-amount': 'montant inhabituellement élevé',
  'mail.flag-no-click': 'il n’y a pas eu de clic',
  'mail.flag-possible-duplicate': 'ressemble à une autre vente de la même minute',
  'mail.flag-same-visitor': 'l’acheteur et l’affilié ont la même connexion',
  'mail.flag-self-referral': 'auto-parrainage',
  'mail.flag-velocity': 'nombre inhabituel de conversions en une heure',
};
