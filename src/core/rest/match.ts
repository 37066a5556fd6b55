/** A path template cut into segments: fixed text, or a parameter with the form its values must have. */
type Segment = { readonly literal: string } | { readonly parameter: string; readonly accepts: RegExp };

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  readonly parameters: { accepts: RegExp; node: Node<T> }[];
  /** The routes that end here, each with its own parameter names. */
  entries: { names: readonly string[]; value: T }[];
}

/** What a path led to. */
export interface Match<T> {
  readonly value: T;
  readonly params: Record<string, string>;
}

/**
 * A trie over path segments. Fixed text wins over parameters, parameters with a form (digits) over free ones.
 * Matching ignores case in fixed text and a trailing slash (host.md row 6).
 */
export interface Matcher<T> {
  add(template: string, forms: Readonly<Record<string, RegExp>>, value: T): void;
  match(path: string): Match<T> | null;
}

const ANYTHING = /^[^/]+$/;

export function createMatcher<T>(): Matcher<T> {
  const root = createNode<T>();
  return {
    add(template, forms, value) {
      const names: string[] = [];
      let node = root;
      for (const segment of parseTemplate(template, forms)) {
        if ('literal' in segment) node = descend(node, segment.literal);
        else {
          names.push(segment.parameter);
          node = descendParameter(node, segment.accepts);
        }
      }
      node.entries.push({ names, value });
    },
    match(path) {
      const segments = decodeSegments(path);
      return segments && find(root, segments, 0, []);
    },
  };
}

function createNode<T>(): Node<T> {
  return { literals: new Map(), parameters: [], entries: [] };
}

function descend<T>(node: Node<T>, literal: string): Node<T> {
  const key = literal.toLowerCase();
  let child = node.literals.get(key);
  if (!child) {
    child = createNode<T>();
    node.literals.set(key, child);
  }
  return child;
}

function descendParameter<T>(node: Node<T>, accepts: RegExp): Node<T> {
  const existing = node.parameters.find((parameter) => parameter.accepts.source === accepts.source);
  if (existing) return existing.node;
  const child = createNode<T>();
  node.parameters.push({ accepts, node: child });
  node.parameters.sort(
    (a, b) => Number(a.accepts.source === ANYTHING.source) - Number(b.accepts.source === ANYTHING.source),
  );
  return child;
}

function find<T>(
  node: Node<T>,
  segments: readonly string[],
  depth: number,
  values: readonly string[],
): Match<T> | null {
  const segment = segments[depth];
  if (segment === undefined) {
    const [entry] = node.entries;
    if (!entry) return null;
    return {
      value: entry.value,
      params: Object.fromEntries(entry.names.map((name, index) => [name, values[index] ?? ''])),
    };
  }
  const literal = node.literals.get(segment.toLowerCase());
  const found = literal && find(literal, segments, depth + 1, values);
  if (found) return found;
  for (const { accepts, node: child } of node.parameters) {
    const match = accepts.test(segment) ? find(child, segments, depth + 1, [...values, segment]) : null;
    if (match) return match;
  }
  return null;
}

/** @returns the decoded segments, or null when the path has a broken percent escape and so can match nothing */
function decodeSegments(path: string): string[] | null {
  try {
    return path
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeURIComponent);
  } catch {
    return null;
  }
}

function parseTemplate(template: string, forms: Readonly<Record<string, RegExp>>): Segment[] {
  return template
    .split('/')
    .filter((part) => part !== '')
    .map((part) => {
      const parameter = /^\{([a-z_][a-z0-9_]*)\}$/i.exec(part)?.[1];
      if (parameter === undefined) return { literal: part };
      return { parameter, accepts: forms[parameter] ?? ANYTHING };
    });
}

/** The parameter names in a template, in order. */
export function parameterNames(template: string): string[] {
  return [...template.matchAll(/\{([a-z_][a-z0-9_]*)\}/gi)].map((match) => match[1] ?? '');
}
