/** A completion of typed text, as the filter `vendor_kb_suggestions` sees it. */
export interface SuggestionItem {
  /** `article`, `category`, `query` for an earlier search, or a plugin's own type. */
  type: string;
  /** Id of the article or category. */
  id?: number;
  text: string;
  /** Absolute URL; absent for an earlier search. */
  link?: string;
  /** Matched parts of the text: start and length in UTF-16 code units. */
  match: [start: number, length: number][];
}
