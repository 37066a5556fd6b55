/** Something that is not as it should be. */
export interface Finding {
  /** Of the article, category, rule or whatever the check is about. */
  readonly id: number | string;
  /** A few words for a person. */
  readonly what: string;
}

/** One thing that is looked at. */
export interface Check {
  /** Words with hyphens: `rows-without-post`. */
  readonly name: string;
  /** A sentence that says what to do where something is found. */
  readonly hint: string;
  find(): Promise<readonly Finding[]>;
  /** Makes anew what can be made from other rows; absent where only people know what is right. */
  readonly fix?: () => Promise<unknown>;
}
