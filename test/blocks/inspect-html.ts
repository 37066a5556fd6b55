/** Element as a parser would see it. */
export interface Element {
  tag: string;
  attributes: Map<string, string>;
}

const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)( ?\/)?>|[^<>]+/y;
const TAGS = new Set(
  'a abbr article aside b bdi blockquote br caption code col colgroup dd del details div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img input ins kbd li mark ol p pre q s samp section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set(
  'align aria-label alt checked class colspan datetime dir disabled height href id lang loading open rel reversed role rowspan scope span src start tabindex title type value width'.split(
    ' ',
  ),
);

/**
 * Tokenizes HTML by a grammar without error recovery and checks it against its own allowlist. A construct that
 * browsers could read differently fails.
 * @throws Error naming the first disallowed construct
 */
export function inspectHtml(html: string): Element[] {
  const elements: Element[] = [];
  let at = 0;
  while (at < html.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(html);
    if (!match) throw new Error(`ambiguous markup at: ${html.slice(at, at + 80)}`);
    at = TOKEN.lastIndex;
    const tag = match[2];
    if (tag === undefined) continue;
    if (!TAGS.has(tag)) throw new Error(`element <${tag}>`);
    if (match[1] === '/') continue;
    const attributes = new Map<string, string>();
    for (const part of (match[3] ?? '').matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
      attributes.set(part[1] ?? '', decode(part[2] ?? ''));
    }
    for (const [name, value] of attributes) check(tag, name, value);
    if (tag === 'input' && (attributes.get('type') !== 'checkbox' || !attributes.has('disabled'))) {
      throw new Error('a form control that can be used');
    }
    elements.push({ tag, attributes });
  }
  return elements;
}

function check(tag: string, name: string, value: string): void {
  if (!ATTRIBUTES.has(name)) throw new Error(`attribute ${name} on <${tag}>`);
  if (name === 'id' && !value.startsWith('h-')) throw new Error(`id without prefix: ${value}`);
  if (name === 'href' || name === 'src') {
    const protocol = new URL(value, 'https://page.example').protocol;
    const allowed = tag === 'img' ? ['http:', 'https:'] : ['http:', 'https:', 'mailto:', 'tel:'];
    if (!allowed.includes(protocol)) throw new Error(`${name} with ${protocol}`);
  }
}

function decode(value: string): string {
  return value
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&amp;/g, '&');
}
