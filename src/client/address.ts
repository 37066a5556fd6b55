/** Values for the `{names}` of a path, and for its query. */
export interface AddressParts {
  readonly path?: object | undefined;
  readonly query?: object | undefined;
}

/**
 * Builds a path below the REST root from a template and a query: `/articles/{id}` becomes `/articles/7?context=edit`.
 * Lists and objects are written with brackets; undefined values are omitted.
 * @throws TypeError for a path parameter that is missing or would lead to another route
 */
export function addressOf(template: string, { path = {}, query = {} }: AddressParts): string {
  const values = path as Readonly<Record<string, unknown>>;
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, values[name]));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) append(search, name, value);
  const text = search.toString();
  if (text === '') return filled;
  return `${filled}${filled.includes('?') ? '&' : '?'}${text}`;
}

/** Dot segments cannot be sent: every URL parser resolves them, even if they are escaped. */
function segmentOf(name: string, value: unknown): string {
  const text = String(value ?? '');
  if (/^\.{0,2}$/.test(text))
    throw new TypeError(`The path parameter "${name}" is missing or cannot be sent: "${text}".`);
  return encodeURIComponent(text);
}

/** Nested lists and objects get an index, so that their members stay separate. */
function append(search: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined) return;
  if (value instanceof Date) search.append(name, value.toISOString());
  else if (typeof value !== 'object' || value === null) search.append(name, String(value ?? ''));
  else {
    for (const [key, member] of Object.entries(value)) {
      const isPlain = typeof member !== 'object' || member === null || member instanceof Date;
      append(search, `${name}[${Array.isArray(value) && isPlain ? '' : key}]`, member);
    }
  }
}
