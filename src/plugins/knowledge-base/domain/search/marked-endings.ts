/**
 * Word endings that a stemmer recognizes only with diacritics, which folding has removed. They are restored before
 * stemming, whether or not the writer typed them, so that "informacion" gets the stem of "información" and
 * "informaciones". The endings of each language are those that give most words of Snowball's own vocabulary the stem
 * they would have had (https://github.com/snowballstem/snowball-data, `voc.txt`).
 */
const endings: Readonly<Record<string, string>> = {
  ca: 'ió iós ància àncies ança ístic òria ícies uïts',
  cs: 'ých ého ím ým ými ové ách ími ému ském ímu ném ám ovém',
  es: 'ión ría ían irán irá ogía tió eció íamos ndió',
  fr: 'ée ées èrent ité ités ère ères ât',
  it: 'rà',
  pt: 'ção ções ão ência ências ância ável áveis ível árias íamos',
};

/**
 * Creates a function that restores the diacritics of a folded word's longest listed ending.
 * @param language base language, e.g. `fr`
 */
export function createMarking(language: string): (folded: string) => string {
  const marked = new Map(endings[language]?.split(' ').map((ending) => [unmarked(ending), ending]));
  const lengths = [...new Set([...marked.keys()].map(({ length }) => length))].sort((one, other) => other - one);
  return (folded) => {
    for (const length of lengths) {
      const ending = folded.length > length ? marked.get(folded.slice(-length)) : undefined;
      if (ending !== undefined) return folded.slice(0, -length) + ending;
    }
    return folded;
  };
}

function unmarked(ending: string): string {
  return ending.normalize('NFD').replace(/\p{M}/gu, '');
}
