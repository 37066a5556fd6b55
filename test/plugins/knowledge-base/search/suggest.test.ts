import { describe, expect, it } from 'vitest';
import { createAnalyzer } from '../../../../src/plugins/knowledge-base/domain/search/analyzer.js';
import { createSuggestionIndex } from '../../../../src/plugins/knowledge-base/domain/search/suggest.js';

function titled(locale: string, ...titles: string[]) {
  const index = createSuggestionIndex(createAnalyzer(locale));
  for (const [number, title] of titles.entries()) index.add(number, title);
  return index;
}

/** Suggested titles with the matched parts in brackets. */
function suggest(index: ReturnType<typeof titled>, prefix: string, limit = 5): string[] {
  return index
    .suggest(prefix, limit, () => true)
    .map(({ title, match }) =>
      [...match].reverse().reduce((text, [start, length]) => {
        return `${text.slice(0, start)}[${text.slice(start, start + length)}]${text.slice(start + length)}`;
      }, title),
    );
}

describe('suggestions', () => {
  it('complete the last word and mark the typed part', () => {
    const index = titled('en', 'Install Kubernetes', 'Kubernetes operators', 'Install the app');
    expect(suggest(index, 'install kub')).toEqual(['[Install] [Kub]ernetes']);
    expect(suggest(index, 'ins')).toHaveLength(2);
    expect(suggest(index, 'KUBERNETES ')).toHaveLength(2);
  });

  it('find compounds, identifiers and names with signs, however they are typed', () => {
    const index = titled('en', 'Wi-Fi setup', 'Wifi tips', 'getElementById', 'C++ guide', "Why can't I");
    expect(suggest(index, 'wifi ').sort()).toEqual(['[Wi-Fi] setup', '[Wifi] tips']);
    expect(suggest(index, 'wi-f').sort()).toEqual(['[Wi-F]i setup', '[Wif]i tips']);
    expect(suggest(index, 'elem')).toEqual(['get[Elem]entById']);
    expect(suggest(index, 'c++')).toEqual(['[C++] guide']);
    expect(suggest(index, 'cant')).toEqual(["Why [can't] I"]);
  });

  it('prefer titles that start with the typed text', () => {
    const index = titled('en', 'Reset', 'How to reset a password', 'Password reset', 'Reset a password');
    expect(suggest(index, 'reset a pass')[0]).toBe('[Reset] a [pass]word');
  });

  it('require every significant word, in any inflection', () => {
    const index = titled('en', 'Installing plugins', 'Removing plugins');
    expect(suggest(index, 'how to install plug')).toEqual(['[Installing] [plug]ins']);
    expect(suggest(index, 'install themes')).toEqual([]);
  });

  it.each([
    ['fr', 'Créer un événement', 'eve', 'Créer un [évé]nement'],
    ['fr', 'Créer un événement'.normalize('NFD'), 'eve', 'Créer un [évé]nement'.normalize('NFD')],
    ['de', 'Straße', 'stras', '[Straß]e'],
    ['en', 'Choose ﬁles', 'fi', 'Choose [ﬁ]les'],
    ['ja', '検索機能', '機', '検索[機]能'],
  ])('mark whole letters in %s %s', (locale, title, prefix, marked) => {
    expect(suggest(titled(locale, title), prefix)).toEqual([marked]);
  });

  it('tolerate one wrong letter when nothing matches exactly', () => {
    expect(suggest(titled('en', 'Kubernetes', 'Other'), 'kubernetas')).toEqual(['[Kubernetes]']);
  });

  it('respect the limit and omit removed titles', () => {
    const index = titled('en', 'One x', 'One y', 'One z');
    expect(suggest(index, 'on', 2)).toHaveLength(2);
    index.remove(0);
    expect(suggest(index, 'one x')).toEqual([]);
    expect(suggest(index, '?')).toEqual([]);
  });
});
