/** Link in a text: `offset` and `length` cover exactly its destination (UTF-16 code units). */
export interface SourceLink {
  offset: number;
  length: number;
  /** Destination with entities and backslash escapes decoded. */
  destination: string;
  kind: 'page' | 'asset';
  /** Syntax in which the destination must be written back. An autolink has no text of its own. */
  form: 'inline' | 'reference' | 'html' | 'autolink' | 'wiki' | 'wiki_image';
  /** Text of a wiki link, which is replaced as a whole. */
  text?: string;
}
