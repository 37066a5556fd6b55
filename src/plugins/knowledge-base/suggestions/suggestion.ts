/** What the typed text may become, as the filter `vendor_kb_suggestions` sees it. */
export interface SuggestionItem {
  /** `article`, `category`, `query` for an earlier search, or what a plugin calls its own. */
  type: string;
  /** Of the article or category. */
  id?: number;
  text: string;
  /** Absolute address; an earlier search has none. */
  link?: string;
  /** Matched parts of the text: start and length in UTF-16 code units. */
  match: [start: number, length: number][];
}
