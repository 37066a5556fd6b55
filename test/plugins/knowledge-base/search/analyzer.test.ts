import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnalyzer } from '../../../../src/plugins/knowledge-base/domain/search/analyzer.js';
import { fold } from '../../../../src/plugins/knowledge-base/domain/search/fold.js';
import { variantsOf } from '../../../../src/plugins/knowledge-base/domain/search/variants.js';

describe('word folding', () => {
  it('folds a word with any number of accents', { timeout: 60_000 }, () => {
    expect(fold(`e${'\u0301'.repeat(1_000_000)}x`)).toBe('ex');
  });

  it.each([
    ['STRASSE', 'straße'],
    ['Zürich', 'zurich'],
    ['cafe\u0301', 'café'],
    ['ﬁle', 'file'],
    ['ＡＢＣ', 'abc'],
    ['Łódź', 'lodz'],
    ['Ærø', 'aero'],
    ['İstanbul', 'istanbul'],
    ['ΣΑΣ', 'σας'],
    ['Đường', 'duong'],
    ['ещё', 'еще'],
    ['за\u0301мок', 'замок'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['ｶﾞｲﾄﾞ', 'ガイド'],
    ['كِتَابٌ', 'كتاب'],
    ['هٰذَا', 'هذا'],
    ['إِعْدَادَات', 'اعدادات'],
    ['أحمد', 'احمد'],
    ['آب', 'اب'],
    ['ٱلكتاب', 'الكتاب'],
    ['مدرسة', 'مدرسه'],
    ['مستشفى', 'مستشفي'],
    ['کتاب', 'كتاب'],
    ['علی', 'علي'],
    ['كتـــاب', 'كتاب'],
    ['שָׁלוֹם', 'שלום'],
    ['בְּרֵאשִׁ֖ית', 'בראשית'],
    ['١٢٣٤٥٦٧٨٩٠', '1234567890'],
    ['۱۲۳۴۵۶۷۸۹۰', '1234567890'],
    ['१२३४५६७८९०', '1234567890'],
    ['๑๒๓', '123'],
    ['１２３', '123'],
    ['𝟏𝟐𝟑', '123'],
  ])('folds %s and %s to the same form', (one, other) => {
    expect(fold(one)).toBe(fold(other));
  });

  it.each([
    ['й', 'и'],
    ['ї', 'і'],
    ['が', 'か'],
    ['की', 'क'],
    ['কি', 'ক'],
    ['ไม้', 'ไม'],
    ['سؤال', 'سوال'],
    ['شيء', 'شي'],
  ])('distinguishes %s from %s: the mark is part of the letter', (one, other) => {
    expect(fold(one)).not.toBe(fold(other));
  });

  it('is idempotent and independent of Unicode composition', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});

describe('tokenizer', () => {
  it.each([
    ['en', "Don't panic: it's node.js v20", ["Don't", 'panic', "it's", 'node', 'js', 'v20']],
    ['en', "'quoted' words, users' rights, 5'10", ['quoted', 'words', 'users', 'rights', '5', '10']],
    ['en', 'C++, C#/F# (.NET) or A+. Notepad++?', ['C++', 'C#', 'F#', '.NET', 'or', 'A+', 'Notepad++']],
    [
      'en',
      'c++11 a+b 1+1 Ctrl+C page#top #tag x.y. End',
      ['c++', '11', 'a', 'b', '1', '1', 'Ctrl', 'C', 'page', 'top', 'tag', 'x', 'y', 'End'],
    ],
    ['ja', 'Ｃ＋＋を使う', ['Ｃ＋＋', 'を', '使う']],
    ['fr', "L’école d'hiver, aujourd'hui", ['L', 'école', 'd', 'hiver', "aujourd'hui"]],
    ['it', "dell'utente", ['dell', 'utente']],
    ['uk', "комп'ютер", ["комп'ютер"]],
    ['he', 'צה"ל "שלום"', ['צה"ל', 'שלום']],
    ['hi', 'क्लाउड कंप्यूटिंग', ['क्लाउड', 'कंप्यूटिंग']],
    ['bn', 'ক্লাউড প্রযুক্তি', ['ক্লাউড', 'প্রযুক্তি']],
    ['ja', '検索機能を使う', ['検索', '機能', 'を', '使う']],
    ['zh-cn', '使用Kubernetes容器', ['使用', 'Kubernetes', '容器']],
    ['th', 'ภาษาไทยง่าย', ['ภาษา', 'ไทย', 'ง่าย']],
  ])('splits %s text %s', (locale, text, words) => {
    const tokens = createAnalyzer(locale).tokenize(text);
    expect(tokens.map(({ word }) => word)).toEqual(words);
  });

  it('reports the offsets of each word in the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('en', 'ja', 'th', 'ru'), (text, locale) => {
        let last = 0;
        for (const { word, start, end } of createAnalyzer(locale).tokenize(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(text.slice(start, end).normalize('NFC')).toBe(word.normalize('NFC'));
          last = end;
        }
      }),
    );
  });

  it('gives the same words for decomposed and composed kana, with offsets into the original text', () => {
    const text = 'ガイドを使う';
    const decomposed = text.normalize('NFD');
    const { tokenize } = createAnalyzer('ja');
    expect(tokenize(decomposed).map(({ word }) => word)).toEqual(tokenize(text).map(({ word }) => word));
    const [first] = tokenize(decomposed);
    expect(decomposed.slice(first?.start, first?.end)).toBe('ガイド'.normalize('NFD'));
  });
});

describe('variants', () => {
  it.each([
    ['Wi-Fi', ['WiFi']],
    ['TCP/IP and Q&A', ['TCPIP', 'QA']],
    ['E-Mail-Adresse', ['EMail', 'EMailAdresse', 'MailAdresse']],
    ['snake_case Node.js', ['snakecase', 'Nodejs']],
    ['getElementById', ['get', 'Element']],
    ['XMLHttpRequest', ['XML', 'Http', 'Request']],
    ["O'Brien can't", ['Brien']],
    ['C++ and .NET', ['C', 'NET']],
    ['1.5 2024-01-02 a - b end. Start', []],
    ['https://example.com/one/two/three/four', []],
  ])('of %s are %j', (text, variants) => {
    const { tokenize } = createAnalyzer('en');
    expect(variantsOf(text, tokenize(text)).map(({ word }) => word)).toEqual(variants);
  });

  it('cover the characters that they are made of', () => {
    const text = 'the XMLHttpRequest of Wi-Fi';
    const variants = variantsOf(text, createAnalyzer('en').tokenize(text));
    expect(variants.map(({ start, end }) => text.slice(start, end))).toEqual(['XML', 'Http', 'Request', 'Wi-Fi']);
  });
});

describe('index terms', () => {
  it.each([
    ['en', "can't", 'cant'],
    ['en', 'don’t', 'dont'],
    ['en', "it'll", 'itll'],
    ['en', "they're", 'theyre'],
    ['en', 'we’ve', 'weve'],
    ['en', "you'd", 'youd'],
    ['en', "user's", 'users'],
    ['en', "class's", 'class'],
    ['fr', 'aujourd’hui', 'aujourdhui'],
    ['uk', "комп'ютер", 'компʼютер'],
  ])('in %s are the same for %s and %s', (locale, one, other) => {
    const { analyze } = createAnalyzer(locale);
    expect(analyze(one).term).toBe(analyze(other).term);
  });

  it('keep contractions apart from the words that they look like', () => {
    const { analyze } = createAnalyzer('en');
    expect(analyze("we'll").term).toBe('we');
    expect(analyze("I'd").term).toBe('i');
    expect(['were', 'well', 'wed'].map((word) => analyze(word).folded)).toEqual(['were', 'well', 'wed']);
    expect(analyze("can't").term).not.toBe(analyze('can').term);
  });

  it('are stemmed when the base language has a stemmer', () => {
    expect(createAnalyzer('en-gb').analyze('Policies')).toMatchObject({ folded: 'policies', term: 'polici' });
    expect(createAnalyzer('de-ch').analyze('Häuser')).toMatchObject({ folded: 'hauser', term: 'haus' });
    expect(createAnalyzer('pl').analyze('Policies')).toMatchObject({ folded: 'policies', term: 'policies' });
  });

  it('use the stop words of the base language', () => {
    expect(createAnalyzer('pt_BR').isStopWord('para')).toBe(true);
    expect(createAnalyzer('en').isStopWord('para')).toBe(false);
  });

  it('exist for an invalid locale tag', () => {
    expect(createAnalyzer('???').analyze('Café').term).toBe('cafe');
  });
});
