import { createRequire } from 'node:module';
import { stemmer as porter } from 'stemmer';
import { fold } from './fold.js';

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

/** Reduces the forms of a word to a common stem. */
export interface Stemmer {
  /** Part of the index fingerprint: another name triggers a rebuild. */
  readonly name: string;
  /** @param folded word as returned by `fold`; the stem is the same with and without diacritics */
  stem(folded: string): string;
}

/** The part of the optional package that is used. */
interface Snowball {
  newStemmer(algorithm: string): { stem(word: string): string };
}

/** Optional package with the stemmers. */
export const STEMMER_PACKAGE = 'snowball-stemmers';

/**
 * Algorithms by base language: those that still group nearly the same words after folding. Hungarian, Irish,
 * Romanian and Turkish do not; Arabic, Slovene and Tamil have not been evaluated.
 */
const algorithms: ReadonlyMap<string, string> = new Map([
  ['ca', 'catalan'],
  ['cs', 'czech'],
  ['da', 'danish'],
  ['de', 'german'],
  ['es', 'spanish'],
  ['eu', 'basque'],
  ['fi', 'finnish'],
  ['fr', 'french'],
  ['hy', 'armenian'],
  ['it', 'italian'],
  ['nb', 'norwegian'],
  ['nl', 'dutch'],
  ['nn', 'norwegian'],
  ['no', 'norwegian'],
  ['pt', 'portuguese'],
  ['ru', 'russian'],
  ['sv', 'swedish'],
]);

/** Minimum and maximum length of words to stem: two letters carry no ending, and very long strings are not words. */
const stemmable = { english: /^[a-z]{3,}$/, others: /^[\p{L}\p{M}]{3,80}$/u };

const english: Stemmer = {
  name: 'porter',
  stem: (folded) => (stemmable.english.test(folded) ? porter(folded) : folded),
};

/** Available stemmers. */
export interface Stemmers {
  /**
   * Returns the stemmer of a language; null if its words are not stemmed.
   * @param language base language, e.g. `de`
   */
  of(language: string): Stemmer | null;
  /** Whether a language has no stemmer because the package is not installed. */
  isMissing(language: string): boolean;
}

/** @param load loads the package, or throws like `require` if it is not installed */
export function createStemmers(load: () => Snowball): Stemmers {
  let loaded: Snowball | null | undefined;

  function snowball(): Snowball | null {
    if (loaded === undefined) loaded = installed(load);
    return loaded;
  }

  /** One stemmer per language, shared by its locales, because each holds its own tables. */
  const cache = new Map<string, Stemmer>();

  return {
    of(language) {
      if (language === 'en') return english;
      const cached = cache.get(language);
      if (cached) return cached;
      const algorithm = algorithms.get(language);
      const snow = algorithm === undefined ? undefined : snowball()?.newStemmer(algorithm);
      if (algorithm === undefined || snow === undefined) return null;
      const stemmer = snowballStemmer(algorithm, createMarking(language), (word) => snow.stem(word));
      cache.set(language, stemmer);
      return stemmer;
    },
    isMissing: (language) => algorithms.has(language) && snowball() === null,
  };
}

function snowballStemmer(algorithm: string, mark: Stemmer['stem'], stem: Stemmer['stem']): Stemmer {
  return {
    name: `snowball-${algorithm}`,
    stem: (folded) => (stemmable.others.test(folded) ? fold(stem(mark(folded))) || folded : folded),
  };
}

function installed(load: () => Snowball): Snowball | null {
  try {
    return load();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

const require = createRequire(import.meta.url);

export const stemmers: Stemmers = createStemmers(() => require('snowball-stemmers') as Snowball);

/**
 * Creates a function that restores the diacritics of a folded word's longest listed ending.
 * @param language base language, e.g. `fr`
 */
function createMarking(language: string): (folded: string) => string {
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
