/** An element as it is kept while its entry is read: a small tree, without namespaces, comments and blanks. */
export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  /** The attribute `Ccy`, the only one that camt has in what is read here. */
  readonly currency: string;
  /** Trimmed. */
  readonly text: string;
  readonly children: readonly XmlElement[];
}

/** The first element at a path of names. */
export function elementAt(from: XmlElement | null, ...path: readonly string[]): XmlElement | null {
  let found = from;
  for (const name of path) found = found?.children.find((child) => child.name === name) ?? null;
  return found;
}

/** What the first element at a path says. @returns empty where there is none */
export function textAt(from: XmlElement | null, ...path: readonly string[]): string {
  return elementAt(from, ...path)?.text ?? '';
}

/** All children of a name. */
export function childrenOf(from: XmlElement | null, name: string): readonly XmlElement[] {
  return from?.children.filter((child) => child.name === name) ?? [];
}
