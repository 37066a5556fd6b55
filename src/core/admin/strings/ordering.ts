import type { Catalogues } from '../../templates/strings.js';

/** Texts of sortable and name lists. `core/ordering.js` fills the placeholders with a `#`. */
export const orderingTexts: Catalogues = {
  en: {
    'admin.remove-entry': 'Take out: {name}',
    'ordering.hint':
      'Drag an entry by its grip, or move it there with the arrow keys. Escape puts it back where it was.',
    'ordering.hint-sides':
      'The arrow to the right puts it below the entry before it, the one to the left takes it out.',
    'ordering.grip': 'Move: {name}',
    'ordering.place': '{name}: {place} of {total}',
    'ordering.back': '{name} is back in its place.',
    'ordering.failed': 'The order is as it was.',
    'ordering.changed':
      'Somebody has changed this list meanwhile, and nothing was overwritten. It stands here as it is now: make your change once more.',
  },
  es: {
    'admin.remove-entry': 'Quitar: {name}',
    'ordering.hint':
      'Arrastre una entrada por su asa o muévala allí con las flechas del teclado. Escape la devuelve a donde estaba.',
    'ordering.hint-sides': 'La flecha derecha la pone bajo la entrada anterior; la izquierda la saca.',
    'ordering.grip': 'Mover: {name}',
    'ordering.place': '{name}: {place} de {total}',
    'ordering.back': '{name} vuelve a estar en su lugar.',
    'ordering.failed': 'El orden sigue como estaba.',
    'ordering.changed':
      'Alguien ha cambiado esta lista entretanto y no se ha sobrescrito nada. Aquí está como es ahora: haga su cambio de nuevo.',
  },
  de: {
    'admin.remove-entry': 'Herausnehmen: {name}',
    'ordering.hint':
      'Ziehen Sie einen Eintrag an seinem Griff oder verschieben Sie ihn dort mit den Pfeiltasten. Escape legt ihn zurück.',
    'ordering.hint-sides':
      'Der Pfeil nach rechts stellt ihn unter den Eintrag davor, der nach links holt ihn wieder heraus.',
    'ordering.grip': 'Verschieben: {name}',
    'ordering.place': '{name}: {place} von {total}',
    'ordering.back': '{name} steht wieder an seinem Platz.',
    'ordering.failed': 'Die Reihenfolge ist wie zuvor.',
    'ordering.changed':
      'Jemand hat diese Liste inzwischen geändert, und nichts wurde überschrieben. Hier steht sie, wie sie jetzt ist: Machen Sie Ihre Änderung noch einmal.',
  },
  fr: {
    'admin.remove-entry': 'Retirer : {name}',
    'ordering.hint':
      'Faites glisser une entrée par sa poignée, ou déplacez-la avec les flèches du clavier. Échap la remet où elle était.',
    'ordering.hint-sides': 'La flèche droite la place sous l’entrée précédente, la flèche gauche l’en fait ressortir.',
    'ordering.grip': 'Déplacer : {name}',
    'ordering.place': '{name} : {place} sur {total}',
    'ordering.back': '{name} est de nouveau à sa place.',
    'ordering.failed': 'L’ordre est resté tel quel.',
    'ordering.changed':
      'Quelqu’un a modifié cette liste entre-temps, et rien n’a été écrasé. La voici telle qu’elle est : refaites votre changement.',
  },
  cs: {
    'admin.remove-entry': 'Odebrat: {name}',
    'ordering.hint':
      'Přetáhněte položku za úchyt nebo ji tam posuňte šipkami. Klávesa Escape ji vrátí na původní místo.',
    'ordering.hint-sides': 'Šipka doprava ji dá pod předchozí položku, šipka doleva ji vyjme.',
    'ordering.grip': 'Přesunout: {name}',
    'ordering.place': '{name}: {place} z {total}',
    'ordering.back': '{name} je zpět na svém místě.',
    'ordering.failed': 'Pořadí zůstalo beze změny.',
    'ordering.changed':
      'Někdo mezitím tento seznam změnil a nic nebylo přepsáno. Tady je jeho nynější podoba: proveďte změnu znovu.',
  },
  ja: {
    'admin.remove-entry': '取り除く: {name}',
    'ordering.hint':
      '項目はハンドルでドラッグするか、ハンドル上で矢印キーを使って移動します。Esc キーで元の位置に戻ります。',
    'ordering.hint-sides': '右矢印キーで直前の項目の下に入り、左矢印キーで外に出ます。',
    'ordering.grip': '移動: {name}',
    'ordering.place': '{name}: {total} 件中 {place} 番目',
    'ordering.back': '{name} は元の位置に戻りました。',
    'ordering.failed': '順序は元のままです。',
    'ordering.changed':
      'この一覧は別の人が変更したため、何も上書きしていません。現在の順序が表示されています。もう一度変更してください。',
  },
};
