/** Rules of a language that writes compounds such as "Rechnungsnummer" as one word. */
export interface CompoundRules {
  /** Letters between two parts. */
  readonly links: readonly string[];
  /** Folded beginnings and endings that modify a word instead of being a part. */
  readonly affixes: ReadonlySet<string>;
}

const words = (text: string): readonly string[] => text.split(/\s+/);

const rules: ReadonlyMap<string, CompoundRules> = new Map(
  Object.entries({
    de: {
      links: words('s es n en er e ens ns'),
      affixes: `auf aus bei dar durch ein emp ent fort gegen her herab heran heraus herunter hin hinaus hinter los miss
        mit nach nieder uber ueber unter ver vor voran voraus wider wieder zer zuruck zusammen
        bar end haft heit isch keit lich los mal sam schaft ung`,
    },
    nl: {
      links: words('s e en n er'),
      affixes: `aan achter bij door her mee mis ont onder over tegen terug toe uit ver voor weer
        baar end heid ing lijk loos schap zaam`,
    },
    sv: {
      links: words('s e o u a'),
      affixes: `efter emot fore for fram fran genom mellan miss mot ned och over pa till under upp ur ute
        aktig ande bar het lig los ning sam skap`,
    },
  }).map(([language, { links, affixes }]) => [language, { links, affixes: new Set(words(affixes)) }]),
);

/** Returns the rules of a base language; undefined if it is not split into parts. */
export function compoundRulesOf(language: string): CompoundRules | undefined {
  return rules.get(language);
}
