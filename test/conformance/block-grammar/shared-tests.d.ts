declare module '@wordpress/block-serialization-spec-parser/shared-tests' {
  /** The suite of a parser, as what `describe` takes. It uses `describe`, `test` and `expect` as globals. */
  export function jsTester(parse: (document: string) => unknown): () => void;
}
