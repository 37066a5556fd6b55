declare module '@wordpress/block-serialization-spec-parser/shared-tests' {
  /** Returns the suite of a parser as a `describe` callback. It uses `describe`, `test` and `expect` as globals. */
  export function jsTester(parse: (document: string) => unknown): () => void;
}
