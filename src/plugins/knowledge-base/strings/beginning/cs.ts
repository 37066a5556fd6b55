import type { Catalogue } from '../../../../index.js';

/** Czech texts of the start page and example articles. */
export const czechBeginning: Catalogue = {
  'start.title': 'Začít',
  'start.heading': 'Začněte svou znalostní bázi',
  'start.lead': 'Zatím tu nejsou žádné články. Převezměte, co máte, napište první, nebo se podívejte na příklady.',
  'start.later': 'S čím začít, kdykoli to potřebujete.',
  'start.markdown': 'Importovat Markdown',
  'start.markdown-text':
    'Zip vaší složky: ze složek se stanou kategorie, odkazy i nadpisy fungují dál. Rozumí Hugu, Jekyllu i Docusauru.',
  'start.wordpress': 'Importovat WordPress',
  'start.wordpress-text':
    'Soubor z Nástroje, Export: z příspěvků a stránek se stanou články, staré adresy vedou dál. Rozumí BetterDocs, weDocs i Echo.',
  'start.write': 'Napsat první článek',
  'start.write-text': 'Prázdná stránka v editoru. Zůstane konceptem, dokud ji nezveřejníte.',
  'start.examples': 'Načíst příklady',
  'start.examples-text':
    'Několik článků, které ukazují upozornění, kód, otázky a článek, který nesmí číst každý. Jedním kliknutím je odstraníte.',
  'start.loaded': 'Příklady jsou zde.',
  'start.loaded-already': 'Příklady tu už byly; nic se nezměnilo.',
  'start.remove': 'Odstranit příklady',
  'start.remove-text': 'Smaže ty, které nikdo nezměnil; co jste si z nich udělali, zůstane.',
  'start.removed': 'Odstraněno: {removed}. Ponecháno, protože změněno: {kept}.',
  'start.look': 'Prohlédnout',
  'start.hint': 'Vaše znalostní báze je prázdná. Toto vidíte jen vy a další redaktoři.',
  'start.nothing': 'Zatím tu není co číst.',
  'example.category': 'Příklady',
  'example.category-text': 'Co v článcích může být.',
  'example.team': 'Pro tým',
  'example.team-text': 'Co je zde, čtou jen přihlášení.',
  'example.welcome': 'Jak vypadá článek',
  'example.welcome-text': 'Článek odpovídá na jednu otázku. První věta ať řekne, o čem je: tu ukáže vyhledávání.',
  'example.callouts': 'Upozornění',
  'example.tip': 'Rada pro ty, kdo to chtějí udělat dobře.',
  'example.warning': 'Varování před něčím, co nelze vrátit.',
  'example.code': 'Kód ke zkopírování',
  'example.code-text': 'Kód je barevný a čtenáři jej zkopírují jedním kliknutím.',
  'example.faq': 'Otázky a odpovědi',
  'example.question-1': 'Jak přidám otázku?',
  'example.answer-1': 'V editoru vložte blok „FAQ / Akordeon“.',
  'example.question-2': 'Vidí vyhledávače odpovědi?',
  'example.answer-2': 'Ano, dozvědí se, na které otázky stránka odpovídá.',
  'example.secret': 'Článek, který nesmí číst každý',
  'example.secret-text':
    'Kdo není přihlášen, vidí, že existuje a jak se dostat dovnitř. Kdo smí co číst, určíte v nastavení článku nebo jeho kategorie.',
};
