import type { Catalogues } from '../../../../index.js';

/** Texts of fields that name users, images and articles. */
export const namingTexts: Catalogues = {
  en: {
    'naming.choices': 'Choices',
    'naming.no-person': '“{typed}” is nobody: take a number, the name of an account, or a name from the list.',
    'naming.several-people': 'Several people are called “{typed}”: take one from the list, or write the number.',
    'naming.people-hint': 'Names or numbers of people, one a line.',
    'naming.no-picture':
      'There is no picture “{typed}” in the media library: take one from the list, or write its number, its title or the name of its file.',
    'naming.not-a-picture': '“{typed}” is a file of the media library, but no picture.',
    'naming.several-pictures': 'Several pictures are called “{typed}”: take one from the list, or write its number.',
    'naming.picture-hint': 'A picture of the media library: its number, its title or the name of its file.',
    'naming.several-articles':
      'Several articles are called “{typed}”: take one from the list, or write its number or address.',
    'categories.fold-look': 'Look',
  },
  es: {
    'naming.choices': 'Opciones',
    'naming.no-person': '«{typed}» no es nadie: use un número, el nombre de una cuenta o un nombre de la lista.',
    'naming.several-people': 'Varias personas se llaman «{typed}»: elija una de la lista o escriba el número.',
    'naming.people-hint': 'Nombres o números de personas, uno por línea.',
    'naming.no-picture':
      'No hay ninguna imagen «{typed}» en la biblioteca: elija una de la lista o escriba su número, su título o el nombre de su archivo.',
    'naming.not-a-picture': '«{typed}» es un archivo de la biblioteca, pero no una imagen.',
    'naming.several-pictures': 'Varias imágenes se llaman «{typed}»: elija una de la lista o escriba su número.',
    'naming.picture-hint': 'Una imagen de la biblioteca: su número, su título o el nombre de su archivo.',
    'naming.several-articles':
      'Varios artículos se llaman «{typed}»: elija uno de la lista o escriba su número o su dirección.',
    'categories.fold-look': 'Aspecto',
  },
  de: {
    'naming.choices': 'Auswahl',
    'naming.no-person':
      '„{typed}“ ist niemand: Nehmen Sie eine Nummer, den Namen eines Kontos oder einen Namen aus der Liste.',
    'naming.several-people':
      'Mehrere Personen heißen „{typed}“: Nehmen Sie eine aus der Liste, oder schreiben Sie die Nummer.',
    'naming.people-hint': 'Namen oder Nummern von Personen, je Zeile eine.',
    'naming.no-picture':
      'In der Mediathek gibt es kein Bild „{typed}“: Nehmen Sie eines aus der Liste, oder schreiben Sie seine Nummer, seinen Titel oder den Namen seiner Datei.',
    'naming.not-a-picture': '„{typed}“ ist eine Datei der Mediathek, aber kein Bild.',
    'naming.several-pictures':
      'Mehrere Bilder heißen „{typed}“: Nehmen Sie eines aus der Liste, oder schreiben Sie seine Nummer.',
    'naming.picture-hint': 'Ein Bild der Mediathek: seine Nummer, sein Titel oder der Name seiner Datei.',
    'naming.several-articles':
      'Mehrere Artikel heißen „{typed}“: Nehmen Sie einen aus der Liste, oder schreiben Sie seine Nummer oder Adresse.',
    'categories.fold-look': 'Aussehen',
  },
  fr: {
    'naming.choices': 'Choix',
    'naming.no-person': '« {typed} » n’est personne : prenez un numéro, le nom d’un compte ou un nom de la liste.',
    'naming.several-people':
      'Plusieurs personnes s’appellent « {typed} » : prenez-en une dans la liste, ou écrivez le numéro.',
    'naming.people-hint': 'Noms ou numéros de personnes, un par ligne.',
    'naming.no-picture':
      'Il n’y a pas d’image « {typed} » dans la médiathèque : prenez-en une dans la liste, ou écrivez son numéro, son titre ou le nom de son fichier.',
    'naming.not-a-picture': '« {typed} » est un fichier de la médiathèque, mais pas une image.',
    'naming.several-pictures':
      'Plusieurs images s’appellent « {typed} » : prenez-en une dans la liste, ou écrivez son numéro.',
    'naming.picture-hint': 'Une image de la médiathèque : son numéro, son titre ou le nom de son fichier.',
    'naming.several-articles':
      'Plusieurs articles s’appellent « {typed} » : prenez-en un dans la liste, ou écrivez son numéro ou son adresse.',
    'categories.fold-look': 'Apparence',
  },
  cs: {
    'naming.choices': 'Volby',
    'naming.no-person': '„{typed}“ nikdo není: použijte číslo, jméno účtu nebo jméno ze seznamu.',
    'naming.several-people': 'Jméno „{typed}“ má více lidí: vyberte jednoho ze seznamu, nebo napište číslo.',
    'naming.people-hint': 'Jména nebo čísla lidí, každé na svém řádku.',
    'naming.no-picture':
      'V knihovně médií není obrázek „{typed}“: vyberte nějaký ze seznamu, nebo napište jeho číslo, název nebo jméno souboru.',
    'naming.not-a-picture': '„{typed}“ je soubor v knihovně médií, ale ne obrázek.',
    'naming.several-pictures': 'Název „{typed}“ má více obrázků: vyberte jeden ze seznamu, nebo napište jeho číslo.',
    'naming.picture-hint': 'Obrázek z knihovny médií: jeho číslo, název nebo jméno souboru.',
    'naming.several-articles':
      'Název „{typed}“ má více článků: vyberte jeden ze seznamu, nebo napište jeho číslo či adresu.',
    'categories.fold-look': 'Vzhled',
  },
  ja: {
    'naming.choices': '候補',
    'naming.no-person': '「{typed}」に当たる人がいません。番号、アカウント名、または一覧の名前を使ってください。',
    'naming.several-people': '「{typed}」という人が複数います。一覧から選ぶか、番号を入力してください。',
    'naming.people-hint': '人の名前または番号を 1 行に 1 つ入力します。',
    'naming.no-picture':
      'メディアライブラリーに画像「{typed}」がありません。一覧から選ぶか、番号、タイトル、またはファイル名を入力してください。',
    'naming.not-a-picture': '「{typed}」はメディアライブラリーのファイルですが、画像ではありません。',
    'naming.several-pictures': '「{typed}」という画像が複数あります。一覧から選ぶか、番号を入力してください。',
    'naming.picture-hint': 'メディアライブラリーの画像の番号、タイトル、またはファイル名。',
    'naming.several-articles':
      '「{typed}」という記事が複数あります。一覧から選ぶか、番号またはアドレスを入力してください。',
    'categories.fold-look': '外観',
  },
};
