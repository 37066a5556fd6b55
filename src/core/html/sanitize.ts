import type { AllowedAttribute, Attributes, IOptions, Tag } from 'sanitize-html';
import { onDemand } from '../on-demand.js';
import { anchorId, headingAnchor } from './anchors.js';
import { safeUrl } from './safe-url.js';

const MAX_OPEN = 2_000;

/** The lookahead prevents backtracking: name and attributes cannot share letters. */
const TAG = /<(\/?)([a-z][a-z0-9-]*)(?![a-z0-9-])[^<>]*>/gi;

const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);

/** Options of {@link sanitizeHtml}. */
export interface SanitizeOptions {
  /** Origin of the site (`https://example.com`); its absolute links get no `rel`. */
  origin?: string;
  /**
   * Base URL of the pages whose ids are generated here, such as `https://example.com/kb`. Fragments of links to them
   * get the same prefix as those within the page.
   */
  pages?: string;
  /** Extra classes to keep besides those of the built-in renderers, by element: `{ table: ['acme-*'] }`. */
  classes?: Readonly<Record<string, readonly string[]>>;
  /** Extra attributes to keep, by element. Never add one that runs code or loads a file. */
  attributes?: Readonly<Record<string, readonly string[]>>;
  /**
   * Sanitizes for storage; the HTML is sanitized again when shown. Keeps everything an editor compares with its own
   * output: ids, styles that load nothing, image loading, placeholders of pending images.
   */
  stored?: boolean;
  /** Safe elements to drop anyway, keeping the text inside: `['img']`. */
  without?: readonly string[];
}

const sanitizer = onDemand<typeof import('sanitize-html')>('sanitize-html');

const TEXT_TAGS = [
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'br', 'cite', 'code', 'del', 'dfn', 'em', 'i', 'img', 'input', 'ins', 'kbd'],
  ...['mark', 'q', 'rp', 'rt', 'ruby', 's', 'samp', 'small', 'span', 'strong', 'sub', 'sup', 'time', 'u', 'var', 'wbr'],
];

const BLOCK_TAGS = [
  ...['address', 'article', 'aside', 'blockquote', 'caption', 'col', 'colgroup', 'dd', 'details', 'div', 'dl', 'dt'],
  ...['figcaption', 'figure', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'li', 'ol', 'p', 'pre'],
  ...['section', 'summary', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'ul'],
];

const ALLOWED_TAGS: ReadonlySet<string> = new Set([...TEXT_TAGS, ...BLOCK_TAGS]);

/** Elements dropped with their content, which is code or a second document, never prose. */
const DROPPED_WITH_CONTENT = [
  ...['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'noembed', 'noframes', 'xmp', 'template'],
];

const CELL = ['colspan', 'rowspan', 'align'];

const MAX_NESTING = 100;

/**
 * Sanitizes HTML so that it cannot run code, imitate the page around it or shadow its names.
 *
 * Uses an allow-list: other elements are dropped and the text inside them is kept. Ids, and the names of old anchors,
 * get the prefix `h-`, and links within the page follow them. Links are http, https, mailto, tel, relative or `#`;
 * images are http, https or relative, and loaded lazily. No style, no event handler, and no form control except the
 * disabled checkbox of a task list. Classes are those of the built-in renderers. Sanitizing a result again changes
 * nothing.
 */
export function sanitizeHtml(html: string, options: SanitizeOptions = {}): string {
  const rules = policy(options);
  let depth = 0;
  let hasDropped = false;
  const once = sanitizer()(boundNesting(html), {
    ...rules,
    onOpenTag(name) {
      hasDropped ||= depth >= MAX_NESTING || !ALLOWED_TAGS.has(name) || Boolean(options.without?.includes(name));
      depth += 1;
    },
    onCloseTag() {
      depth -= 1;
    },
  });
  // In `<p><form><table>` only the dropped element keeps the table from closing the paragraph. The result is parsed
  // again, so that it nests as browsers nest it.
  return hasDropped ? sanitizer()(once, rules) : once;
}

/** Classes that the built-in renderers use. */
const CLASSES: Readonly<Record<string, readonly string[]>> = {
  code: ['hljs', 'language-*'],
  span: ['hljs-*', 'function_', 'class_', 'language_', 'inherited__', 'invoke__', 'constant_', 'built_in'],
  aside: ['callout', 'callout-*'],
  details: ['callout', 'callout-*'],
  p: ['callout-label'],
  summary: ['callout-label'],
  li: ['task'],
  section: ['footnotes'],
  '*': [],
};

function policy({
  origin,
  pages,
  classes = {},
  attributes = {},
  without = [],
  stored = false,
}: SanitizeOptions): IOptions {
  const elements = [...new Set([...Object.keys(CLASSES), ...Object.keys(classes)])];
  return {
    allowedTags: [...ALLOWED_TAGS].filter((tag) => !without.includes(tag)),
    nonTextTags: DROPPED_WITH_CONTENT,
    nestingLimit: MAX_NESTING,
    allowedAttributes: withAttributes(attributes, {
      '*': [...(stored ? ['style'] : []), 'id', 'class', 'title', 'lang', 'dir'],
      a: [
        ...(stored ? ['target'] : []),
        'href',
        'rel',
        'aria-label',
        { name: 'role', values: ['doc-noteref', 'doc-backlink'] },
      ],
      img: ['src', 'alt', 'width', 'height', 'loading', { name: 'role', values: ['none', 'presentation'] }],
      input: ['type', 'checked', 'disabled', 'aria-label'],
      section: ['aria-label', { name: 'role', values: ['doc-endnotes'] }],
      details: ['open'],
      del: ['datetime'],
      ins: ['datetime'],
      time: ['datetime'],
      ol: ['start', 'reversed', 'type'],
      li: ['value'],
      col: ['span'],
      colgroup: ['span'],
      td: CELL,
      th: [...CELL, 'scope'],
    }),
    allowedClasses: Object.fromEntries(
      elements.map((element) => [element, [...(CLASSES[element] ?? []), ...(classes[element] ?? [])]]),
    ),
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https'] },
    allowProtocolRelative: false,
    enforceHtmlBoundary: false,
    parseStyleAttributes: false,
    transformTags: stored ? { input: taskBox, '*': asStored } : asShown(origin, pages),
    exclusiveFilter: ({ tag, attribs }) =>
      (tag === 'input' && attribs.type !== 'checkbox') || (tag === 'img' && attribs.src === undefined && !stored),
  };
}

function asShown(origin: string | undefined, pages: string | undefined): IOptions['transformTags'] & object {
  return {
    a: (tagName, attributes) => ({ tagName, attribs: link(attributes, origin, pages) }),
    img: (tagName, attributes) => ({ tagName, attribs: image(attributes, origin) }),
    input: taskBox,
    '*': (tagName, attributes) => ({ tagName, attribs: prefixedId(attributes) }),
  };
}

/** CSS that could load a file, or hide that it does. */
const LOADS = /url\s*\(|expression|@|\\|image|src/i;

function asStored(tagName: string, attributes: Attributes): Tag {
  const { style, ...rest } = attributes;
  return { tagName, attribs: style !== undefined && LOADS.test(style) ? rest : attributes };
}

function withAttributes(
  more: Readonly<Record<string, readonly string[]>>,
  usual: Record<string, AllowedAttribute[]>,
): Record<string, AllowedAttribute[]> {
  for (const [element, names] of Object.entries(more)) usual[element] = [...(usual[element] ?? []), ...names];
  return usual;
}

/** `rel` values with which authors qualify external links for search engines. */
const TOLD_ENGINES: ReadonlySet<string> = new Set(['nofollow', 'sponsored', 'ugc']);

function link(
  { href, rel, target, ...attributes }: Attributes,
  origin: string | undefined,
  pages?: string,
): Attributes {
  // Kept only if the policy allows it; a window with another name could belong to another site.
  const beside: Attributes = target === '_blank' ? { target } : {};
  const rest = { ...namedAnchor(attributes), ...beside };
  if (href === undefined) return rest;
  const tokens = (rel ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => TOLD_ENGINES.has(word));
  if (href.trim().startsWith('#')) return { href: anchorHref(href.trim()), ...rest };
  const safe = safeUrl(href, 'link', origin);
  if (!safe) return rest;
  if (safe.external) return { href: safe.url, ...rest, rel: [...new Set(tokens), 'noopener'].join(' ') };
  return { href: pages === undefined ? safe.url : toAnchor(safe.url, pages), ...rest };
}

/** Converts `<a name="x">`, the old way to name a place, to an id. */
function namedAnchor({ name, ...rest }: Attributes): Attributes {
  return name === undefined || rest.id !== undefined ? rest : { id: name, ...rest };
}

/** Maps the fragment of an internal link to the id on its page; other URLs are unchanged. */
function toAnchor(url: string, pages: string): string {
  const at = url.indexOf('#');
  // Text fragments (`#:~:text=`) are not ids.
  if (at === -1 || at === url.length - 1 || url.startsWith(':~:', at + 1)) return url;
  const { origin, pathname } = new URL(pages);
  // Resolved as from a page in a category, because the actual page is unknown here.
  const target = new URL(url, `${origin}${pathname}/category/page`);
  const isOurs =
    target.origin === origin && (target.pathname === pathname || target.pathname.startsWith(`${pathname}/`));
  return isOurs ? url.slice(0, at) + anchorHref(url.slice(at)) : url;
}

function anchorHref(fragment: string): string {
  return `#${encodeFragment(headingAnchor(fragment))}`;
}

/** Encodes only characters that would end or change a fragment, so that all scripts stay readable. */
function encodeFragment(fragment: string): string {
  return fragment.replace(/[\s"<>`%]/g, encodeURIComponent);
}

function image({ src, loading: _loading, ...rest }: Attributes, origin: string | undefined): Attributes {
  const safe = src === undefined ? undefined : safeUrl(src, 'image', origin);
  return safe ? { src: safe.url, ...rest, loading: 'lazy' } : rest;
}

function taskBox(tagName: string, attributes: Attributes): Tag {
  if (attributes.type?.trim().toLowerCase() !== 'checkbox') return { tagName, attribs: {} };
  const { checked, 'aria-label': label } = attributes;
  return {
    tagName,
    attribs: {
      type: 'checkbox',
      disabled: '',
      ...(checked === undefined ? {} : { checked: '' }),
      ...(label === undefined ? {} : { 'aria-label': label }),
    },
  };
}

function prefixedId({ id, ...rest }: Attributes): Attributes {
  const prefixed = id === undefined ? '' : anchorId(id);
  return prefixed === '' ? rest : { id: prefixed, ...rest };
}

/**
 * Drops opening tags beyond 2,000 open at a time. The parser's cost per tag is proportional to the depth of its
 * stack, so hundreds of thousands of unclosed tags would take minutes. Only a guard in front of the sanitizer: it
 * need not understand HTML, because its output is not trusted.
 */
export function boundNesting(html: string): string {
  let open = 0;
  return html.replace(TAG, (tag, slash: string, name: string) => {
    if (VOID.has(name.toLowerCase())) return tag;
    if (slash === '/') {
      open = Math.max(0, open - 1);
      return tag;
    }
    if (open >= MAX_OPEN) return '';
    open++;
    return tag;
  });
}
