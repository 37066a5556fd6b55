/** Where a file belongs, as its generator would read its path. */
export interface Placement {
  /** Canonical locale, or undefined when the path names none. */
  locale: string | undefined;
  /** The locale as it stands in addresses (`pt-br`), empty when the path names none. */
  localePrefix: string;
  /** Folders below the locale. */
  folders: string[];
  /** File name without extension, locale suffix and date. */
  name: string;
  /** The page of its folder. */
  index: boolean;
  /** Read as a draft whatever the front matter says. */
  draft: boolean;
  /** A date in the file name. */
  date: string | undefined;
  /** A number in the file name. */
  order?: number | undefined;
}

export const PROFILES = ['hugo', 'jekyll', 'docusaurus'] as const;
export type ProfileName = (typeof PROFILES)[number];

/** What the importer must know about one generator; everything else is the same for all. */
export interface ImportProfile {
  name: ProfileName | 'html';
  /** Front matter keys that hold the page's own address, strongest first. */
  addressKeys: readonly string[];
  /** Those that stand for the file name in addresses. */
  nameKeys?: readonly string[];
  /** Where its pages are, if not at the top of the site. */
  addressPrefix?: string;
  /** @returns undefined for a file that the generator would not publish, such as one outside the content folder */
  place(key: string, contentRoot: string): Placement | undefined;
}
