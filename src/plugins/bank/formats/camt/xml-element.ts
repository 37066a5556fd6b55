/**
 * An element of the current entry: a small tree without namespaces, comments and whitespace.
 * Children form a linked list, because an array for each would double the allocations of an entry.
 */
export interface XmlElement {
  /** Name without prefix. */
  readonly name: string;
  /** The attribute `Ccy`, the only one that is read. */
  readonly currency: string;
  /** Trimmed. */
  readonly text: string;
  readonly firstChild: XmlElement | null;
  /** Next child of the same parent. */
  readonly nextSibling: XmlElement | null;
}

/** Returns the first element at a path of names. */
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

/** Returns the text of the first element at a path; empty if there is none. */
export function textAt(from: XmlElement | null, ...path: readonly string[]): string {
  return elementAt(from, ...path)?.text ?? '';
}

/** Returns all children with a name. */
export function childrenOf(from: XmlElement | null, name: string): readonly XmlElement[] {
  const found: XmlElement[] = [];
  for (let child = from?.firstChild ?? null; child !== null; child = child.nextSibling) {
    if (child.name === name) found.push(child);
  }
  return found;
}
