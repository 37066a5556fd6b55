import { createRequire } from 'node:module';
import { stemmer as porter } from 'stemmer';
import { fold } from './fold.js';
import { createMarking } from './marked-endings.js';

/** Brings the forms of a word together. */
export interface Stemmer {
  /** Indexes are made with it, and made anew with another. */
  readonly name: string;
  /** @param folded a word as `fold` makes it: the stem is the same with and without diacritics */
  stem(folded: string): string;
}

/** The optional package, as far as it is used. */
interface Snowball {
  newStemmer(algorithm: string): { stem(word: string): string };
}

/** The package that has them. */
export const STEMMER_PACKAGE = 'snowball-stemmers';

/**
 * Its algorithms by base language: those that bring nearly the same words together after folding as before. In Hungarian,
 * Irish, Romanian and Turkish they do not, and of Arabic, Slovene and Tamil it is not known.
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

/** Endings of two letters say nothing, and what is longer than any word is not looked through for one. */
const stemmable = { english: /^[a-z]{3,}$/, others: /^[\p{L}\p{M}]{3,80}$/u };

const english: Stemmer = {
  name: 'porter',
  stem: (folded) => (stemmable.english.test(folded) ? porter(folded) : folded),
};

/** The stemmers that there are. */
export interface Stemmers {
  /** @param language base language such as `de`; null where words stay as they are */
  of(language: string): Stemmer | null;
  /** Whether a language has none because the package is not installed. */
  isMissing(language: string): boolean;
}

/** @param load the package; it throws what `require` throws where there is none */
export function createStemmers(load: () => Snowball): Stemmers {
  let loaded: Snowball | null | undefined;

  function snowball(): Snowball | null {
    if (loaded === undefined) loaded = installed(load);
    return loaded;
  }

  /** One for all locales of a language: each holds tables of its own. */
  const made = new Map<string, Stemmer>();

  return {
    of(language) {
      if (language === 'en') return english;
      const known = made.get(language);
      if (known) return known;
      const algorithm = algorithms.get(language);
      const snow = algorithm === undefined ? undefined : snowball()?.newStemmer(algorithm);
      if (algorithm === undefined || snow === undefined) return null;
      const stemmer = snowballStemmer(algorithm, createMarking(language), (word) => snow.stem(word));
      made.set(language, stemmer);
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
