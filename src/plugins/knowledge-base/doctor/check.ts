/** A problem that a check found. */
export interface Finding {
  /** Id of the article, category, rule or other subject. */
  readonly id: number | string;
  /** Short description for a person. */
  readonly what: string;
}

/** A check of the doctor. */
export interface Check {
  /** Name in kebab case: `rows-without-post`. */
  readonly name: string;
  /** Sentence that says how to fix findings. */
  readonly hint: string;
  find(): Promise<readonly Finding[]>;
  /** Rebuilds derived rows. Absent if a person must decide. */
  readonly fix?: () => Promise<unknown>;
}
