import { type CompoundRules, compoundRulesOf } from './compound-rules.js';
import { fold } from './fold.js';
import { stemmers } from './stemmers.js';
import { createTokenizer, type Tokenize } from './tokenize.js';

/**
 * Stop words, folded (see `fold`), by base language. The lists are short on purpose: a word is listed only if no
 * reader would search for it alone; `up`, `down` and `out` distinguish "sign up" from "sign in". Elided words are
 * included (`l'article`, `dell'utente`), and English contractions as typed without apostrophe. A language that is not listed has no stop
 * words.
 */
const stopWords: Readonly<Record<string, string>> = {
  en: `a about after again all also am an and any are as at be because been before being between both but by can
    cannot could d did do does doing during each either few for from further had has have having he her here
    hers hes him his how i if im in into is it its ive just ll m may me might more most must my no nor not now of
    off on once only onto or other our ours over own per please re s same shall she shes should so some such t
    than that thats the their theirs them then there theres these they theyre theyve this those through to too
    under until upon us ve very via was we were weve what whats when where whether which while who whom whose why will with within would you your youre yours youve`,
  es: `a al como con cual de del desde donde e el ella ellas ellos en entre era es esta estas este esto estos fue
    ha han hay la las le les lo los mas me mi muy no nos o para pero por que se ser si sin sobre son su sus te tu
    tus u un una unas uno unos y ya yo`,
  fr: `a au aux avec c ce ces cette comme d dans de des du elle elles en est et etre eux il ils j je l la le les
    leur leurs lui m ma mais me mes mon n ne nos notre nous on ont ou par pas pour qu que qui s sa se ses si son
    sont sur t ta te tes ton tu un une vos votre vous y`,
  de: `aber als am an auch auf aus bei bin bis bist da damit das dass dem den der des die dies diese dieser dieses
    du durch ein eine einem einen einer eines er es fur hat haben ich ihr im in ist ja kann man mein mit nach
    nicht noch nur oder sich sie sind so uber um und uns unter vom von vor war was wenn werden wie wir wird zu
    zum zur`,
  it: `a ad ai al alla alle allo anche c che chi ci come con d da dal dalla dei del dell della delle dello di e ed
    era gli ha hanno i il in io l la le lo ma mi ne nei nel nella no non o per piu quando quello questa questo se
    si sono su sua sul sulla suo ti tra tu un una uno vi`,
  pt: `a ao aos as com como da das de do dos e ela elas ele eles em entre era essa esse esta este eu foi ha isso
    isto ja la mais mas me meu minha muito na nas nao no nos o os ou para pela pelo por que se sem ser seu seus
    sua suas te um uma umas uns`,
  ru: `а без бы был была были было быть в вас вы да для до его ее если есть же за и из или их к как ко когда мы на
    не него нее нет но о об он она они от по при с со так также то того тоже только ты у уже чем что чтобы эта
    эти это этот я`,
  ja: 'が から この これ する その それ た だ て で です と な に の は へ ます まで も や より を',
  zh: '了 也 于 吗 呢 和 在 就 很 是 的 著 着 與 与 這 这 那 都 於 嗎',
};

/** Word in its two normalized forms. */
export interface AnalyzedWord {
  /** Folded but not stemmed, which is how a reader types it letter by letter. */
  readonly folded: string;
  /** Index term. Empty if folding leaves nothing of the word. */
  readonly term: string;
}

/** Result of an analyzer. */
export interface IndexedWord extends AnalyzedWord {
  /** Hash of `folded`, never 0. */
  readonly hash: number;
}

/** Turns text into index terms. Indexing, querying and highlighting must use the same analyzer. */
export interface Analyzer {
  /** Name of the stemmer that turns `folded` into `term`; null if both are the same. */
  readonly stemmer: string | null;
  /** Undefined if the parts of compounds are not found in this language. */
  readonly compounds: CompoundRules | undefined;
  readonly tokenize: Tokenize;
  analyze(word: string): IndexedWord;
  isStopWord(folded: string): boolean;
}

/** Increment this whenever analysis changes, so that persisted indexes are rebuilt. */
export const ANALYZER_VERSION = 6;

/** English words attached to another word. "n't" is part of its word instead: "can't" is not "can". */
const clitics = /(?<=\p{L})['\u2019\u02bc\uff07](?:s|ll|re|ve|m|d)$/iu;

/** The same typed without an apostrophe, where no other word is spelled so ("were", "well" and "wed" are words). */
const bareClitics = /^(?:(it|that|they|you)(?:ll|re|ve|d)|(we)ve)$/iu;

const rememberedWords = 100_000;

/**
 * Creates the analyzer of a locale. The base language selects stop words and stemmer (Porter for English, an
 * optional package for other languages); the full tag selects the segmentation of scripts without spaces.
 * @param locale e.g. `en`, `zh-tw` or `pt_BR`; an invalid tag gets neither stop words nor stemming
 * @param words stop words that replace those of the language, single words in any spelling
 */
export function createAnalyzer(locale: string, words?: readonly string[]): Analyzer {
  const { tag, language } = parseLocale(locale);
  const tokenize = createTokenizer(tag);
  const foldWord =
    language === 'en' ? (word: string) => fold(word.replace(clitics, '').replace(bareClitics, '$1$2')) : fold;
  const stopWords = words
    ? new Set(words.flatMap((text) => tokenize(text).map(({ word }) => foldWord(word))))
    : stopWordsOf(language);
  const stemmer = stemmers.of(language);
  const cache = new Map<string, IndexedWord>();

  return {
    stemmer: stemmer?.name ?? null,
    compounds: compoundRulesOf(language),
    tokenize,
    analyze(word) {
      let analyzed = cache.get(word);
      if (analyzed === undefined) {
        const copy = detach(word);
        const folded = foldWord(copy);
        analyzed = { folded, term: stemmer?.stem(folded) ?? folded, hash: hashOf(folded) };
        if (cache.size >= rememberedWords) cache.clear();
        cache.set(copy, analyzed);
      }
      return analyzed;
    },
    isStopWord: (folded) => stopWords.has(folded),
  };
}

/** Returns whether word forms stay separate in this locale because the stemmer package is not installed. */
export function lacksStemmer(locale: string): boolean {
  return stemmers.isMissing(parseLocale(locale).language);
}

/** Returns the stop words of a locale's base language; an empty set if the language has no list. */
export function stopWordsIn(locale: string): ReadonlySet<string> {
  return stopWordsOf(parseLocale(locale).language);
}

function parseLocale(locale: string): { tag: string; language: string } {
  try {
    const parsed = new Intl.Locale(locale.replaceAll('_', '-'));
    return { tag: parsed.toString(), language: parsed.language };
  } catch {
    return { tag: 'und', language: 'und' };
  }
}

/** Copies a word. V8 keeps a long slice as a view that retains the whole source text in memory. */
function detach(word: string): string {
  return Buffer.from(word, 'utf8').toString('utf8');
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash >>> 0 || 1;
}

/** Returns the stop words of a base language, e.g. `en`. */
function stopWordsOf(language: string): ReadonlySet<string> {
  return new Set(stopWords[language]?.split(/\s+/));
}
