/**
 * An element as it is kept while its entry is read: a small tree, without namespaces, comments and blanks. Its children
 * are a chain, since an array of its own for each would be half of what is made for an entry.
 */
export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  /** The attribute `Ccy`, the only one that camt has in what is read here. */
  readonly currency: string;
  /** Trimmed. */
  readonly text: string;
  readonly firstChild: XmlElement | null;
  /** The next child of the same parent. */
  readonly nextSibling: XmlElement | null;
}

/** The first element at a path of names. */
export function elementAt(from: XmlElement | null, ...path: readonly string[]): XmlElement | null {
  let found = from;
  for (const name of path) found = found === null ? null : childOf(found, name);
  return found;
}

function childOf({ firstChild }: XmlElement, name: string): XmlElement | null {
  let child = firstChild;
  while (child !== null && child.name !== name) child = child.nextSibling;
  return child;
}

/** What the first element at a path says. @returns empty where there is none */
export function textAt(from: XmlElement | null, ...path: readonly string[]): string {
  return elementAt(from, ...path)?.text ?? '';
}

/** All children of a name. */
export function childrenOf(from: XmlElement | null, name: string): readonly XmlElement[] {
  const found: XmlElement[] = [];
  for (let child = from?.firstChild ?? null; child !== null; child = child.nextSibling) {
    if (child.name === name) found.push(child);
  }
  return found;
}
