interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  /** Parameters with a form (such as digits) come before unrestricted ones. */
  readonly parameters: { readonly accepts: RegExp; readonly node: Node<T> }[];
  /** Routes that end at this node, each with its own parameter names. */
  readonly entries: { readonly names: readonly string[]; readonly value: T }[];
}

/** Route that matches a path, and its parameters. */
export interface Match<T> {
  readonly value: T;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Trie over path segments. Literals take precedence over parameters, and parameters with a form (such as digits) over
 * unrestricted ones. Matching ignores case in literals, and trailing or doubled slashes.
 */
export interface Matcher<T> {
  add(template: string, forms: Readonly<Record<string, RegExp>>, value: T): void;
  /** Returns the first accepted match, so that a less specific route with the right method can win. */
  match(path: string, accepts?: (value: T) => boolean): Match<T> | null;
}

const ANYTHING = /^[^/]+$/;
const PARAMETER = /^\{([a-z_][a-z0-9_]*)\}$/i;
const SLASH = 47;

const always = (): boolean => true;

export function createMatcher<T>(): Matcher<T> {
  const root = createNode<T>();

  return {
    add(template, forms, value) {
      const names: string[] = [];
      let node = root;
      for (const segment of template.split('/')) {
        const parameter = PARAMETER.exec(segment)?.[1];
        if (parameter !== undefined) {
          names.push(parameter);
          node = descendParameter(node, forms[parameter] ?? ANYTHING);
        } else if (segment !== '') {
          node = descend(node, segment);
        }
      }
      node.entries.push({ names, value });
    },
    match: (path, accepts = always) => find(root, path, 0, [], 0, accepts),
  };
}

/**
 * Returns the shape of a template. Templates with the same shape match the same paths, such as `/articles/{id}` and
 * `/articles/{number}` when both are digits.
 */
export function shapeOf(template: string, forms: Readonly<Record<string, RegExp>>): string {
  return template
    .split('/')
    .map((segment) => {
      const parameter = PARAMETER.exec(segment)?.[1];
      return parameter === undefined ? segment.toLowerCase() : `{${(forms[parameter] ?? ANYTHING).source}}`;
    })
    .join('/');
}

/** Returns the parameter names in a template, in order. */
export function parameterNames(template: string): string[] {
  return [...template.matchAll(/\{([a-z_][a-z0-9_]*)\}/gi)].map((match) => match[1] ?? '');
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
  node.parameters.sort((a, b) => Number(a.accepts === ANYTHING) - Number(b.accepts === ANYTHING));
  return child;
}

/**
 * Matches the segments from `start` on. It reads the path in place and keeps the values on one stack, where the next
 * branch overwrites a failed one, so it allocates no lists.
 */
function find<T>(
  node: Node<T>,
  path: string,
  start: number,
  values: string[],
  depth: number,
  accepts: (value: T) => boolean,
): Match<T> | null {
  let begin = start;
  while (path.charCodeAt(begin) === SLASH) begin += 1;
  if (begin >= path.length) return endAt(node, values, accepts);
  const slash = path.indexOf('/', begin);
  const end = slash === -1 ? path.length : slash;
  const segment = decode(path.slice(begin, end));
  if (segment === null) return null;

  const literal = node.literals.get(segment) ?? node.literals.get(segment.toLowerCase());
  const found = literal && find(literal, path, end, values, depth, accepts);
  if (found) return found;
  for (const parameter of node.parameters) {
    if (!parameter.accepts.test(segment)) continue;
    values[depth] = segment;
    const match = find(parameter.node, path, end, values, depth + 1, accepts);
    if (match) return match;
  }
  return null;
}

function endAt<T>(node: Node<T>, values: readonly string[], accepts: (value: T) => boolean): Match<T> | null {
  for (const { names, value } of node.entries) {
    if (!accepts(value)) continue;
    const params: Record<string, string> = {};
    for (let index = 0; index < names.length; index += 1) params[names[index] ?? ''] = values[index] ?? '';
    return { value, params };
  }
  return null;
}

/** @returns null for a broken percent escape, which cannot match */
function decode(segment: string): string | null {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
