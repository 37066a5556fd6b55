import type { Catalogue } from '../../../../index.js';

/** French texts of the start page and example articles. */
export const frenchBeginning: Catalogue = {
  'start.title': 'Commencer',
  'start.heading': 'Commencez votre base de connaissances',
  'start.lead':
    'Il n’y a pas encore d’articles. Reprenez ce que vous avez, écrivez le premier, ou regardez des exemples.',
  'start.later': 'De quoi commencer, quand vous en avez besoin.',
  'start.markdown': 'Importer du Markdown',
  'start.markdown-text':
    'Un zip de votre dossier : les dossiers deviennent des catégories, les liens continuent de marcher. Hugo, Jekyll et Docusaurus sont compris.',
  'start.wordpress': 'Importer WordPress',
  'start.wordpress-text':
    'Le fichier de Outils, Exporter : articles et pages sont repris, les anciennes adresses redirigent. BetterDocs, weDocs et Echo sont compris.',
  'start.write': 'Écrire le premier article',
  'start.write-text': 'Une page vide dans l’éditeur. Elle reste un brouillon jusqu’à sa publication.',
  'start.examples': 'Charger les exemples',
  'start.examples-text':
    'Quelques articles qui montrent des encadrés, du code, des questions et un article que tous ne peuvent pas lire. Un clic les retire.',
  'start.loaded': 'Les exemples sont là.',
  'start.loaded-already': 'Les exemples étaient déjà là ; rien n’a changé.',
  'start.remove': 'Retirer les exemples',
  'start.remove-text': 'Supprime ceux que personne n’a changés ; ce que vous en avez fait reste.',
  'start.removed': 'Retirés : {removed}. Gardés car modifiés : {kept}.',
  'start.look': 'Les regarder',
  'start.hint': 'Votre base de connaissances est vide. Vous seul et les autres éditeurs voyez ceci.',
  'start.nothing': 'Il n’y a encore rien à lire ici.',
  'example.category': 'Exemples',
  'example.category-text': 'Ce que les articles peuvent contenir.',
  'example.team': 'Pour l’équipe',
  'example.team-text': 'Seules les personnes connectées lisent ce qui est ici.',
  'example.welcome': 'À quoi ressemble un article',
  'example.welcome-text':
    'Un article répond à une question. Dites dans la première phrase de quoi il parle : c’est ce que la recherche montre.',
  'example.callouts': 'Encadrés',
  'example.tip': 'Un conseil pour bien faire.',
  'example.warning': 'Un avertissement avant ce qui ne peut pas être annulé.',
  'example.code': 'Du code à copier',
  'example.code-text': 'Le code est coloré, et les lecteurs le copient d’un clic.',
  'example.faq': 'Questions et réponses',
  'example.question-1': 'Comment ajouter une question ?',
  'example.answer-1': 'Dans l’éditeur, insérez le bloc « FAQ / Accordéon ».',
  'example.question-2': 'Les moteurs de recherche voient-ils les réponses ?',
  'example.answer-2': 'Oui, on leur dit à quelles questions une page répond.',
  'example.secret': 'Un article que tous ne peuvent pas lire',
  'example.secret-text':
    'Qui n’est pas connecté voit qu’il existe et comment entrer. Dites qui peut lire quoi dans les réglages d’un article ou de sa catégorie.',
};
