/** Placement of a file, as its generator derives it from the path. */
export interface Placement {
  /** Canonical locale, or undefined if the path has none. */
  locale: string | undefined;
  /** Locale as written in URLs (`pt-br`), empty if the path has none. */
  localePrefix: string;
  /** Folders below the locale. */
  folders: string[];
  /** File name without extension, locale suffix and date. */
  name: string;
  /** Whether it is the page of its folder. */
  index: boolean;
  /** Draft regardless of the front matter. */
  draft: boolean;
  /** Date in the file name. */
  date: string | undefined;
  /** Position number in the file name. */
  order?: number | undefined;
}

export const PROFILES = ['hugo', 'jekyll', 'docusaurus'] as const;
export type ProfileName = (typeof PROFILES)[number];

/** Conventions of one generator; everything else is shared. */
export interface ImportProfile {
  name: ProfileName | 'html';
  /** Front matter keys that hold the page's own URL, highest precedence first. */
  addressKeys: readonly string[];
  /** Front matter keys that replace the file name in URLs. */
  nameKeys?: readonly string[];
  /** URL path of its pages, if they are not at the root of the site. */
  addressPrefix?: string;
  /** @returns undefined for a file that the generator would not publish, e.g. one outside the content folder */
  place(key: string, contentRoot: string): Placement | undefined;
}
