import type { Catalogue } from '../../../../index.js';

/** The list of articles and their previews: French. */
export const frenchEditing: Catalogue = {
  'articles.title': 'Articles',
  'articles.column-title': 'Titre',
  'articles.author': 'Auteur',
  'articles.modified': 'Dernière modification',
  'articles.search': 'Rechercher des articles',
  'articles.state': 'État',
  'articles.all-states': 'Tous sauf la corbeille',
  'articles.none': 'Il n’y a pas encore d’articles.',
  'articles.untitled': 'Sans titre',
  'articles.edit': 'Modifier',
  'articles.view': 'Voir',
  'articles.state-draft': 'Brouillon',
  'articles.state-pending': 'En attente de relecture',
  'articles.state-future': 'Programmé',
  'articles.state-publish': 'Publié',
  'articles.state-archived': 'Archivé',
  'articles.state-trash': 'Dans la corbeille',
  'preview.title': 'Aperçu',
  'preview.self': 'Tel que vous le voyez',
  'preview.visitor': 'Pour un visiteur',
  'preview.account': 'Pour une personne connectée',
  'preview.role': 'Pour le rôle {role}',
  'preview.unsaved': 'Aperçu ({reader}). Le regarder n’enregistre rien, et les lecteurs ne le voient pas encore.',
  'preview.stored': 'Aperçu ({reader}) de la dernière version enregistrée.',
  'preview.invalid': 'Ce texte ne peut pas être enregistré tel quel : {reason}',
  'preview.refused': 'Le texte de l’éditeur n’a pas pu être affiché : {reason} Voici la dernière version enregistrée.',
  'preview.unknown':
    'Ces lecteurs ignorent l’existence de cet article : ils trouvent la page indiquant qu’il n’y a rien à cette adresse.',
};
