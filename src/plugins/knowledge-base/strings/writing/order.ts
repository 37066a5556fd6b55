import type { Catalogues } from '../../../../index.js';

/** Texts of the article order page. */
export const orderTexts: Catalogues = {
  en: {
    'order.page': 'Order of articles',
    'order.title': 'Order of the articles in “{name}”',
    'order.lead':
      'Articles whose first category this is, as readers go through them. New ones come first until they are put in their place.',
    'order.list': 'List of these articles',
    'order.of': 'Put the articles in order',
    'order.none': 'No article has this as its first category.',
    'order.save': 'Save the places',
    'order.undo': 'Undo the last change',
    'order.place': 'Place of {name}, of {total}',
    'order.pages': 'Parts of the order',
    'order.no-place': '“{typed}” is no place: write a number from 1 to {total}.',
    'order.saved.one': '{count} article was moved.',
    'order.saved.other': '{count} articles were moved.',
    'error-order_changed':
      'Somebody has changed this order meanwhile, or added something to it. Nothing was overwritten: here it is as it is now. Make the change once more.',
  },
  es: {
    'order.page': 'Orden de los artículos',
    'order.title': 'Orden de los artículos de «{name}»',
    'order.lead':
      'Los artículos que tienen esta como primera categoría, en el orden en que se leen. Los nuevos van primero hasta que se colocan en su lugar.',
    'order.list': 'Lista de estos artículos',
    'order.of': 'Ordenar los artículos',
    'order.none': 'Ningún artículo tiene esta como primera categoría.',
    'order.save': 'Guardar los lugares',
    'order.undo': 'Deshacer el último cambio',
    'order.place': 'Lugar de {name}, de {total}',
    'order.pages': 'Partes del orden',
    'order.no-place': '«{typed}» no es un lugar: escriba un número del 1 al {total}.',
    'order.saved.one': 'Se ha movido {count} artículo.',
    'order.saved.other': 'Se han movido {count} artículos.',
    'error-order_changed':
      'Alguien ha cambiado este orden entretanto o le ha añadido algo. No se ha sobrescrito nada: aquí está como es ahora. Haga el cambio de nuevo.',
  },
  de: {
    'order.page': 'Reihenfolge der Artikel',
    'order.title': 'Reihenfolge der Artikel in „{name}“',
    'order.lead':
      'Artikel, deren erste Kategorie diese ist, so wie man sie nacheinander liest. Neue stehen vorn, bis sie an ihren Platz gestellt werden.',
    'order.list': 'Liste dieser Artikel',
    'order.of': 'Artikel ordnen',
    'order.none': 'Kein Artikel hat diese als erste Kategorie.',
    'order.save': 'Plätze speichern',
    'order.undo': 'Letzte Änderung zurücknehmen',
    'order.place': 'Platz von {name}, von {total}',
    'order.pages': 'Teile der Reihenfolge',
    'order.no-place': '„{typed}“ ist kein Platz: Schreiben Sie eine Zahl von 1 bis {total}.',
    'order.saved.one': '{count} Artikel wurde verschoben.',
    'order.saved.other': '{count} Artikel wurden verschoben.',
    'error-order_changed':
      'Jemand hat diese Reihenfolge inzwischen geändert oder etwas hinzugefügt. Nichts wurde überschrieben: Hier steht sie, wie sie jetzt ist. Machen Sie die Änderung noch einmal.',
  },
  fr: {
    'order.page': 'Ordre des articles',
    'order.title': 'Ordre des articles de « {name} »',
    'order.lead':
      'Les articles dont c’est la première catégorie, dans l’ordre de lecture. Les nouveaux viennent en tête tant qu’ils ne sont pas mis à leur place.',
    'order.list': 'Liste de ces articles',
    'order.of': 'Ordonner les articles',
    'order.none': 'Aucun article n’a cette catégorie en premier.',
    'order.save': 'Enregistrer les places',
    'order.undo': 'Annuler le dernier changement',
    'order.place': 'Place de {name}, sur {total}',
    'order.pages': 'Parties de l’ordre',
    'order.no-place': '« {typed} » n’est pas une place : écrivez un nombre de 1 à {total}.',
    'order.saved.one': '{count} article a été déplacé.',
    'order.saved.other': '{count} articles ont été déplacés.',
    'error-order_changed':
      'Quelqu’un a changé cet ordre entre-temps, ou y a ajouté quelque chose. Rien n’a été écrasé : le voici tel qu’il est. Refaites votre changement.',
  },
  cs: {
    'order.page': 'Pořadí článků',
    'order.title': 'Pořadí článků v kategorii „{name}“',
    'order.lead':
      'Články, jejichž první kategorií je tato, v pořadí, v jakém se čtou. Nové stojí na začátku, dokud se nezařadí na své místo.',
    'order.list': 'Seznam těchto článků',
    'order.of': 'Seřadit články',
    'order.none': 'Žádný článek nemá tuto kategorii jako první.',
    'order.save': 'Uložit místa',
    'order.undo': 'Vzít zpět poslední změnu',
    'order.place': 'Místo článku {name}, z {total}',
    'order.pages': 'Části pořadí',
    'order.no-place': '„{typed}“ není místo: napište číslo od 1 do {total}.',
    'order.saved.one': 'Přesunut {count} článek.',
    'order.saved.few': 'Přesunuty {count} články.',
    'order.saved.other': 'Přesunuto {count} článků.',
    'error-order_changed':
      'Někdo mezitím toto pořadí změnil nebo do něj něco přidal. Nic nebylo přepsáno: tady je jeho nynější podoba. Proveďte změnu znovu.',
  },
  ja: {
    'order.page': '記事の順序',
    'order.title': '「{name}」の記事の順序',
    'order.lead':
      'このカテゴリーを第一カテゴリーとする記事を、読まれる順に並べています。新しい記事は、位置を決めるまで先頭に表示されます。',
    'order.list': 'これらの記事の一覧',
    'order.of': '記事を並べ替える',
    'order.none': 'このカテゴリーを第一カテゴリーとする記事はありません。',
    'order.save': '位置を保存',
    'order.undo': '直前の変更を元に戻す',
    'order.place': '{name} の位置（全 {total} 件）',
    'order.pages': '順序のページ',
    'order.no-place': '「{typed}」は位置ではありません。1 から {total} までの数字を入力してください。',
    'order.saved.other': '{count} 件の記事を移動しました。',
    'error-order_changed':
      'この順序は別の人によって変更されたか、項目が追加されました。何も上書きしていません。現在の順序が表示されています。もう一度変更してください。',
  },
};
