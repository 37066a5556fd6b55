import type { Catalogue } from '../../../../index.js';

/** French strings of the bank settings. */
export const frenchSettings: Catalogue = {
  'settings.title': 'Transactions bancaires',
  'settings.schedule': 'Horaires des exécutions',
  'settings.schedule-hint':
    'Comme cron, à l’heure du site : minute, heure, jour, mois, jour de la semaine. */15 6-20 * * 1-5 signifie tous les quarts d’heure en semaine. Vide : rien n’est récupéré tout seul.',
  'settings.run-interval': 'Intervalle minimal entre deux exécutions (secondes)',
  'settings.run-interval-hint': 'À partir du début de la dernière. Qui force une exécution n’attend pas.',
  'settings.source-time-limit': 'Secondes pendant lesquelles une exécution attend une source',
  'settings.source-time-limit-hint':
    'En tout, sans le temps d’enregistrer ses fichiers. Une source qui ne répond pas est abandonnée, et l’exécution continue avec les autres.',
  'settings.secret-in-query': 'Accepter le secret dans l’URL',
  'settings.secret-in-query-hint':
    'Uniquement pour les services qui ne peuvent pas envoyer d’en-têtes. Les URL finissent dans les journaux ; préférez l’en-tête X-Vendor-Bank-Secret.',
  'settings.tolerance-amount': 'Tolérance (plus petite unité de la devise)',
  'settings.tolerance-amount-hint':
    'Un paiement peut différer d’autant de ce qui est dû et le régler quand même : 50 pour un demi-euro.',
  'settings.tolerance-percent': 'Tolérance (%)',
  'settings.tolerance-percent-hint': 'De ce qui est dû. La plus grande des deux compte.',
  'settings.keep-years': 'Années de conservation des livres',
  'settings.keep-years-hint':
    'À partir de la fin de l’année, comme la loi le veut. Jusque-là, les opérations disent qui a payé, même si cette personne demande à être oubliée.',
  'settings.known-payers': 'Rapprocher les payeurs connus',
  'settings.known-payers-hint':
    'Un paiement sans référence règle la seule commande ouverte de qui a déjà payé depuis ce compte, si le montant est exact. Sinon, quelqu’un l’examine.',
};
