import type { AllowedAttribute, Attributes, IOptions, Tag } from 'sanitize-html';
import { onDemand } from '../on-demand.js';
import { anchorId, headingAnchor } from './anchors.js';
import { boundNesting } from './bound-nesting.js';
import { safeUrl } from './safe-url.js';

export interface SanitizeOptions {
  /** The site's own origin (`https://example.com`); its absolute links get no `rel`. */
  origin?: string;
  /**
   * Address of the part of the site whose pages have their ids from here, `https://example.com/kb`: fragments of links
   * to it get the prefix as those within the page do.
   */
  pages?: string;
  /** Classes that stay besides those of our own renderers, by element: `{ table: ['acme-*'] }`. */
  classes?: Readonly<Record<string, readonly string[]>>;
  /** Attributes that stay besides those that always do, by element. Nothing that runs code or loads a file belongs here. */
  attributes?: Readonly<Record<string, readonly string[]>>;
  /**
   * The HTML is going to be stored and reduced again when it is shown: what an editor compares with what it wrote (ids,
   * styles that load nothing, loading of images, the place of an image that is still to come) stays as it is.
   */
  stored?: boolean;
  /** Elements that are dropped although they are safe, with the text inside kept: `['img']`. */
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
/** Dropped with their content: what is inside is code or a second document, never prose. */
const DROPPED_WITH_CONTENT = [
  ...['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'noembed', 'noframes', 'xmp', 'template'],
];
const CELL = ['colspan', 'rowspan', 'align'];
const MAX_NESTING = 100;

/**
 * Reduces HTML of any origin to markup that cannot run code, imitate the page around it or shadow its names.
 *
 * An allow-list: what is not named is dropped, the text inside it kept. Ids, and the names of old
 * anchors, get the prefix `h-` and links within the page follow them; links are http, https, mailto, tel, relative or `#`, images http, https or relative and
 * loaded lazily; no style, no event handler, no form control but the disabled box of a task list. Classes are
 * those that our own renderers write. Sanitising a result again changes nothing.
 */
export function sanitizeHtml(html: string, options: SanitizeOptions = {}): string {
  return sanitizer()(boundNesting(html), policy(options));
}

/** Classes that our own renderers write. */
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
    allowedTags: [...TEXT_TAGS, ...BLOCK_TAGS].filter((tag) => !without.includes(tag)),
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

/** What a style could load a file with, or hide that it does. */
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

/** What authors tell search engines about a link to another site. */
const TOLD_ENGINES: ReadonlySet<string> = new Set(['nofollow', 'sponsored', 'ugc']);

function link({ href, rel, target, ...given }: Attributes, origin: string | undefined, pages?: string): Attributes {
  // Only where the policy lets it stay; a window with a name could be somebody else's.
  const beside: Attributes = target === '_blank' ? { target } : {};
  const rest = { ...namedAnchor(given), ...beside };
  if (href === undefined) return rest;
  const told = (rel ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => TOLD_ENGINES.has(word));
  if (href.trim().startsWith('#')) return { href: anchorHref(href.trim()), ...rest };
  const safe = safeUrl(href, 'link', origin);
  if (!safe) return rest;
  if (safe.external) return { href: safe.url, ...rest, rel: [...new Set(told), 'noopener'].join(' ') };
  return { href: pages === undefined ? safe.url : toAnchor(safe.url, pages), ...rest };
}

/** `<a name="x">` was how places were named before every element had an id. */
function namedAnchor({ name, ...rest }: Attributes): Attributes {
  return name === undefined || rest.id !== undefined ? rest : { id: name, ...rest };
}

/** A link to one of our pages, to the id that its fragment has there; every other address as it is. */
function toAnchor(url: string, pages: string): string {
  const at = url.indexOf('#');
  // What browsers search for in the text (`#:~:text=`) is no id.
  if (at === -1 || at === url.length - 1 || url.startsWith(':~:', at + 1)) return url;
  const { origin, pathname } = new URL(pages);
  // As from a page in a category: nobody knows here on which page the link stands.
  const target = new URL(url, `${origin}${pathname}/category/page`);
  const isOurs =
    target.origin === origin && (target.pathname === pathname || target.pathname.startsWith(`${pathname}/`));
  return isOurs ? url.slice(0, at) + anchorHref(url.slice(at)) : url;
}

function anchorHref(fragment: string): string {
  return `#${encodeFragment(headingAnchor(fragment))}`;
}

/** Keeps letters of every script readable; only what would end or change the fragment is encoded. */
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
