import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnalyzer, lacksStemmer } from '../../../../src/plugins/knowledge-base/domain/search/analyzer.js';
import { createSearchWords } from '../../../../src/plugins/knowledge-base/domain/search/locale-words.js';
import { createStemmers, stemmers } from '../../../../src/plugins/knowledge-base/domain/search/stemmers.js';

const termIn = (locale: string, word: string): string => createAnalyzer(locale).analyze(word).term;

/** Words that search treats as one, the last typed without diacritics, and a different word. */
const FORMS: readonly (readonly [locale: string, forms: readonly string[], other: string])[] = [
  ['ca', ['configuració', 'configuracions', 'configuracio'], 'contrasenya'],
  ['cs', ['nastavení', 'nastavením', 'nastaveni'], 'heslo'],
  ['cs', ['uživatel', 'uživatele', 'uživatelé', 'uzivatele'], 'užitek'],
  ['da', ['bruger', 'brugere', 'brugerne'], 'adgangskode'],
  ['de', ['Haus', 'Häuser', 'Häusern', 'hauser'], 'Hausnummer'],
  ['de', ['Passwort', 'Passwörter', 'Passwörtern', 'passworter'], 'Wort'],
  ['de-at', ['Straße', 'Straßen', 'STRASSEN'], 'Strahl'],
  ['es', ['información', 'informaciones', 'informacion'], 'formato'],
  ['es', ['contraseña', 'contraseñas', 'contrasenas'], 'contrato'],
  ['eu', ['pasahitza', 'pasahitzak'], 'erabiltzaile'],
  ['fi', ['käyttäjä', 'käyttäjän', 'kayttajan'], 'salasana'],
  ['fr', ['cheval', 'chevaux'], 'chevalet'],
  ['fr', ['activité', 'activités', 'activites'], 'actuel'],
  ['fr', ['installer', 'installé', 'installée', 'installées', 'installees'], 'instance'],
  ['hy', ['գաղտնաբառ', 'գաղտնաբառեր', 'գաղտնաբառերը'], 'բառ'],
  ['it', ['impostazione', 'impostazioni'], 'utente'],
  ['nb', ['passord', 'passordet'], 'bruker'],
  ['nl', ['wachtwoord', 'wachtwoorden'], 'woord'],
  ['pt-br', ['configuração', 'configurações', 'configuracoes'], 'usuário'],
  ['ru', ['пароль', 'пароля', 'паролями'], 'парад'],
  ['ru', ['счёт', 'счета', 'счет'], 'чётный'],
  ['sv', ['användare', 'användaren', 'anvandaren'], 'lösenord'],
];

describe('stems', () => {
  it.each(FORMS)('in %s are the same for %j, but not for %s', (locale, forms, other) => {
    const terms = forms.map((form) => termIn(locale, form));
    expect(new Set(terms).size).toBe(1);
    expect(termIn(locale, other)).not.toBe(terms[0]);
  });

  it.each([
    ['pl', 'hasłami', 'haslami'],
    ['ja', 'サーバー', 'サーバー'],
    ['hu', 'jelszavak', 'jelszavak'],
    ['tr', 'şifreler', 'sifreler'],
  ])('do not exist in %s: %s stays %s', (locale, word, term) => {
    expect(createAnalyzer(locale)).toMatchObject({ stemmer: null });
    expect(termIn(locale, word)).toBe(term);
  });

  it('leave non-words and overlong words unchanged', () => {
    const long = 'häuser'.repeat(20);
    expect(['5er', 'ab', 'h2o', long].map((word) => termIn('de', word))).toEqual([
      ...['5er', 'ab', 'h2o'],
      long.replaceAll('ä', 'a'),
    ]);
  });

  const languages = [...new Set(FORMS.map(([locale]) => locale))];
  it.each(languages)('in %s are the same with and without diacritics, and never empty for a word', (locale) => {
    const { analyze } = createAnalyzer(locale);
    const letters = fc.constantFrom(...'abcdeilmnorstuzäöüßéèêàáíóúñçãõęčřšžýůåøæабвеёиыйъь');
    const words = fc.string({ unit: letters, maxLength: 12 });
    fc.assert(
      fc.property(words, (word) => {
        const { folded, term } = analyze(word);
        expect(analyze(folded)).toMatchObject({ folded, term });
      }),
    );
    fc.assert(
      fc.property(fc.oneof(words, fc.string({ unit: 'grapheme' })), (word) => {
        const { folded, term } = analyze(word);
        expect(term === '').toBe(folded === '');
      }),
    );
  });

  it('are strings for names of built-in object properties', () => {
    for (const word of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      for (const locale of languages) expect(typeof termIn(locale, word)).toBe('string');
    }
  });

  it('are named in the index fingerprint', () => {
    const words = createSearchWords({ applyFilters: (_name: string, value: unknown) => value } as never);
    const [english, german] = JSON.parse(words.fingerprint(['en', 'de'])) as unknown[][];
    expect([english?.[2], german?.[2]]).toEqual(['porter', 'snowball-german']);
  });
});

describe('missing stemmer package', () => {
  const absent = createStemmers(() => {
    throw Object.assign(new Error("Cannot find module 'snowball-stemmers'"), { code: 'MODULE_NOT_FOUND' });
  });

  it('leaves words unchanged except in English, and reports the affected languages', () => {
    expect(absent.of('en')?.stem('policies')).toBe('polici');
    expect(['de', 'fr', 'ja'].map((language) => absent.of(language))).toEqual([null, null, null]);
    expect(['de', 'ja', 'en'].map((language) => absent.isMissing(language))).toEqual([true, false, false]);
    expect(stemmers.isMissing('de')).toBe(false);
    expect(['de-at', 'ja', '???'].map(lacksStemmer)).toEqual([false, false, false]);
  });

  it('is not confused with a package that fails to load', () => {
    const broken = createStemmers(() => {
      throw new SyntaxError('Unexpected token');
    });
    expect(() => broken.of('de')).toThrow(SyntaxError);
  });
});
