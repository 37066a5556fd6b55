import type { Catalogues } from '../../../../index.js';

/** Texts of the quick edit. */
export const quickTexts: Catalogues = {
  en: {
    'quick.title': 'Quick edit',
    'quick.of': 'Quick edit: {name}',
    'quick.saved': '“{name}” was saved.',
    'quick.undo': 'Undo the quick edit',
    'quick.undone': '“{name}” is as it was before.',
    'quick.no-way-back': 'The version before is not kept any more, so there is no way back.',
    'quick.no-state': 'Choose one of the states.',
    'quick.conflict':
      'Somebody has saved this article meanwhile, and nothing was overwritten. What they have saved stands below. Send yours once more to put it in its place, or leave it.',
    'quick.now': 'As it is now:',
    'quick.saved-since':
      'This article was saved once more since, so the quick edit cannot be undone. Look at its versions.',
  },
  es: {
    'quick.title': 'Edición rápida',
    'quick.of': 'Edición rápida: {name}',
    'quick.saved': '«{name}» se ha guardado.',
    'quick.undo': 'Deshacer la edición rápida',
    'quick.undone': '«{name}» vuelve a estar como antes.',
    'quick.no-way-back': 'La versión anterior ya no se conserva, así que no hay vuelta atrás.',
    'quick.no-state': 'Elija uno de los estados.',
    'quick.conflict':
      'Alguien ha guardado este artículo entretanto y no se ha sobrescrito nada. Abajo está lo que ha guardado. Envíe el suyo de nuevo para ponerlo en su lugar, o déjelo.',
    'quick.now': 'Como está ahora:',
    'quick.saved-since':
      'Este artículo se ha guardado de nuevo desde entonces, así que la edición rápida no se puede deshacer. Mire sus versiones.',
  },
  de: {
    'quick.title': 'Schnell bearbeiten',
    'quick.of': 'Schnell bearbeiten: {name}',
    'quick.saved': '„{name}“ wurde gespeichert.',
    'quick.undo': 'Schnelle Änderung zurücknehmen',
    'quick.undone': '„{name}“ ist wieder wie zuvor.',
    'quick.no-way-back': 'Die Version davor ist nicht mehr aufgehoben, es gibt also kein Zurück.',
    'quick.no-state': 'Wählen Sie einen der Zustände.',
    'quick.conflict':
      'Jemand hat diesen Artikel inzwischen gespeichert, und nichts wurde überschrieben. Unten steht, was gespeichert ist. Senden Sie Ihres noch einmal, um es an dessen Stelle zu setzen, oder lassen Sie es.',
    'quick.now': 'Wie er jetzt ist:',
    'quick.saved-since':
      'Dieser Artikel wurde seitdem noch einmal gespeichert, daher lässt sich die schnelle Änderung nicht zurücknehmen. Sehen Sie sich seine Versionen an.',
  },
  fr: {
    'quick.title': 'Modification rapide',
    'quick.of': 'Modification rapide : {name}',
    'quick.saved': '« {name} » a été enregistré.',
    'quick.undo': 'Annuler la modification rapide',
    'quick.undone': '« {name} » est de nouveau comme avant.',
    'quick.no-way-back': 'La version d’avant n’est plus conservée : impossible de revenir en arrière.',
    'quick.no-state': 'Choisissez l’un des états.',
    'quick.conflict':
      'Quelqu’un a enregistré cet article entre-temps, et rien n’a été écrasé. Ce qui est enregistré figure ci-dessous. Renvoyez le vôtre pour le mettre à la place, ou laissez-le.',
    'quick.now': 'Tel qu’il est maintenant :',
    'quick.saved-since':
      'Cet article a été enregistré de nouveau depuis, la modification rapide ne peut donc pas être annulée. Consultez ses versions.',
  },
  cs: {
    'quick.title': 'Rychlá úprava',
    'quick.of': 'Rychlá úprava: {name}',
    'quick.saved': '„{name}“ bylo uloženo.',
    'quick.undo': 'Vzít zpět rychlou úpravu',
    'quick.undone': '„{name}“ je zase jako předtím.',
    'quick.no-way-back': 'Předchozí verze už není uchována, není tedy cesty zpět.',
    'quick.no-state': 'Vyberte jeden ze stavů.',
    'quick.conflict':
      'Někdo mezitím tento článek uložil a nic nebylo přepsáno. Níže je, co uložil. Pošlete svou změnu znovu, chcete-li ji dát na její místo, nebo ji nechte být.',
    'quick.now': 'Jak je teď:',
    'quick.saved-since':
      'Článek byl od té doby znovu uložen, rychlou úpravu proto nelze vzít zpět. Podívejte se na jeho verze.',
  },
  ja: {
    'quick.title': 'クイック編集',
    'quick.of': 'クイック編集: {name}',
    'quick.saved': '「{name}」を保存しました。',
    'quick.undo': 'クイック編集を元に戻す',
    'quick.undone': '「{name}」を元に戻しました。',
    'quick.no-way-back': '以前の版はもう保存されていないため、元に戻せません。',
    'quick.no-state': '状態を選んでください。',
    'quick.conflict':
      'この記事は別の人が保存したため、何も上書きしていません。保存された内容を下に示します。自分の内容で置き換えるにはもう一度送信してください。そうでなければ閉じてください。',
    'quick.now': '現在の内容:',
    'quick.saved-since':
      'この記事はその後もう一度保存されたため、クイック編集は元に戻せません。版の一覧をご覧ください。',
  },
};
