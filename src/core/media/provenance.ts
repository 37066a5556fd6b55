import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import type { Metadata, Sharp } from 'sharp';
import { escapeHtml } from '../html/safe-html.js';
import { readExif } from './exif.js';

/** Metadata about the origin and the rights of an image. Its sizes keep it, and lose all other metadata. */
export interface Provenance {
  /** Artist and copyright. */
  readonly exif: Readonly<Record<string, string>>;
  /** XMP packet; null for none. */
  readonly xmp: string | null;
  /** Whether to copy the IPTC block of the original. */
  readonly hasIptc: boolean;
  /** Whether the original has a color profile. */
  readonly hasProfile: boolean;
}

const DC = 'http://purl.org/dc/elements/1.1/';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const XML = 'http://www.w3.org/XML/1998/namespace';

/**
 * Properties of XMP that are kept, by namespace: IPTC Photo Metadata Standard 2025.1, sections 8 and 9, the rights of
 * XMP, PLUS and Creative Commons, and the link to the C2PA manifest. Null keeps all of a namespace.
 */
const PROPERTIES: Readonly<Record<string, { readonly prefix: string; readonly names: readonly string[] | null }>> = {
  [DC]: { prefix: 'dc', names: ['creator', 'rights'] },
  'http://purl.org/dc/terms/': { prefix: 'dcterms', names: ['provenance'] },
  'http://ns.adobe.com/photoshop/1.0/': { prefix: 'photoshop', names: ['AuthorsPosition', 'Credit', 'Source'] },
  'http://ns.adobe.com/xap/1.0/rights/': { prefix: 'xmpRights', names: null },
  'http://ns.useplus.org/ldf/xmp/1.0/': { prefix: 'plus', names: null },
  'http://creativecommons.org/ns#': { prefix: 'cc', names: null },
  'http://iptc.org/std/Iptc4xmpExt/2008-02-29/': {
    prefix: 'Iptc4xmpExt',
    names: [
      'AIPromptInformation',
      'AIPromptWriterName',
      'AISystemUsed',
      'AISystemVersionUsed',
      'DigitalSourceType',
      'DigitalSourcefileType',
    ],
  },
};

/** Maximum size of XMP that is read, and of what is written into each size. Thumbnails must stay small. */
const MAX_XMP = 1024 * 1024;
const MAX_PACKET = 16 * 1024;
const MAX_IPTC = 8 * 1024;
const MAX_TEXT = 1000;
/** Photoshop resources in an IPTC block that contain EXIF or XMP, and with it perhaps a location. */
const NESTED = ['8BIM\x04\x22', '8BIM\x04\x23', '8BIM\x04\x24'];

/** Finds the provenance in the metadata of an image. @returns null for none */
export function provenanceOf({ exif, xmpAsString, iptc, icc }: Metadata): Provenance | null {
  const { Artist = '', Copyright = '' } = exif ? readExif(exif).texts : {};
  const [artist, copyright] = [Artist.slice(0, MAX_TEXT), Copyright.slice(0, MAX_TEXT)];
  const xmp = provenanceXmp(xmpAsString ?? '', { creator: artist, rights: copyright });
  const hasIptc =
    iptc !== undefined && iptc.length <= MAX_IPTC && NESTED.every((type) => !iptc.includes(type, 0, 'latin1'));
  const texts = {
    ...(isAscii(artist) ? { Artist: artist } : {}),
    ...(isAscii(copyright) ? { Copyright: copyright } : {}),
  };
  if (Object.keys(texts).length === 0 && xmp === null && !hasIptc) return null;
  return { exif: texts, xmp, hasIptc, hasProfile: icc !== undefined };
}

/** Whether the image library can write a text into EXIF. It replaces the letters of other scripts by question marks. */
function isAscii(text: string): boolean {
  return /^[ -~]+$/.test(text);
}

/** Writes EXIF texts that only XMP can hold as properties, unless the packet has them. */
function creditsMissingIn(written: string, { creator, rights }: Credits): string {
  const isNeeded = (name: string, text: string): boolean =>
    text !== '' && !isAscii(text) && !written.includes(`dc:${name}`);
  const list = (text: string) => `<rdf:Seq><rdf:li>${escapeHtml(text)}</rdf:li></rdf:Seq>`;
  const languages = (text: string) => `<rdf:Alt><rdf:li xml:lang="x-default">${escapeHtml(text)}</rdf:li></rdf:Alt>`;
  return [
    isNeeded('creator', creator) ? `<dc:creator>${list(creator)}</dc:creator>` : '',
    isNeeded('rights', rights) ? `<dc:rights>${languages(rights)}</dc:rights>` : '',
  ].join('');
}

/** Writes the provenance into an image. GIF has no place for it. */
export function withProvenance(image: Sharp, { exif, xmp, hasIptc, hasProfile }: Provenance): Sharp {
  if (hasIptc) {
    // The library keeps IPTC only with all other metadata, which are replaced here. Sizes have no color profile.
    const withMetadata = image.keepMetadata();
    const plain = hasProfile ? withMetadata.withIccProfile('srgb', { attach: false }) : withMetadata;
    return plain.withExif({ IFD0: exif }).withXmp(xmp ?? packet([], ''));
  }
  const written = Object.keys(exif).length === 0 ? image : image.withExif({ IFD0: exif });
  return xmp === null ? written : written.withXmp(xmp);
}

/** Texts of EXIF that correspond to properties of XMP. */
interface Credits {
  readonly creator: string;
  readonly rights: string;
}

const NO_CREDITS: Credits = { creator: '', rights: '' };

/**
 * Extracts the provenance from an XMP packet.
 * @param credits texts to add if the packet lacks them
 * @returns a packet with these properties only; null if there are none or it would be too large
 */
export function provenanceXmp(xmp: string, credits: Credits = NO_CREDITS): string | null {
  const found = extract(xmp);
  const content = `${found.content}${creditsMissingIn(`${found.attributes.join(' ')}${found.content}`, credits)}`;
  if (found.attributes.length === 0 && content === '') return null;
  const packetCopy = packet(found.attributes, content);
  return packetCopy.length > MAX_PACKET ? null : packetCopy;
}

interface Extract {
  readonly attributes: readonly string[];
  readonly content: string;
}

const NOTHING: Extract = { attributes: [], content: '' };

/** Returns the properties of a packet that are kept; none if it cannot be read. */
function extract(xmp: string): Extract {
  if (xmp.length > MAX_XMP) return NOTHING;
  const attributes: string[] = [];
  let content = '';
  /** Names of the open elements. The property that is being copied has one entry per level in `copied`. */
  const open: string[] = [];
  const copied: (string | null)[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag: SaxesTagNS) => {
    const isProperty = copied.length === 0 && open.at(-1) === `${RDF}Description` && isProvenance(tag.uri, tag.local);
    const isDescription = copied.length === 0 && `${tag.uri}${tag.local}` === `${RDF}Description`;
    open.push(`${tag.uri}${tag.local}`);
    const values = Object.values(tag.attributes);
    if (isDescription) attributes.push(...values.filter(({ uri, local }) => isProvenance(uri, local)).flatMap(written));
    if (!isProperty && copied.length === 0) return;
    const name = nameOf(tag.uri, tag.local);
    copied.push(name);
    if (name !== null) content += `<${[name, ...values.flatMap(written)].join(' ')}>`;
  });
  parser.on('text', (text) => {
    if (copied.length > 0 && copied.at(-1) !== null) content += escapeHtml(text);
  });
  parser.on('closetag', () => {
    open.pop();
    const name = copied.pop();
    if (name) content += `</${name}>`;
  });
  try {
    parser.write(xmp).close();
  } catch {
    return NOTHING;
  }
  return { attributes, content };
}

function isProvenance(uri: string, local: string): boolean {
  const allowed = Object.hasOwn(PROPERTIES, uri) ? PROPERTIES[uri] : undefined;
  return allowed !== undefined && (allowed.names === null || allowed.names.includes(local));
}

/** Returns a name with the prefix that the written packet declares; null if it declares none. */
function nameOf(uri: string, local: string): string | null {
  if (uri === RDF) return `rdf:${local}`;
  if (uri === XML) return `xml:${local}`;
  const allowed = Object.hasOwn(PROPERTIES, uri) ? PROPERTIES[uri] : undefined;
  return allowed === undefined ? null : `${allowed.prefix}:${local}`;
}

function written({ uri, local, value }: SaxesAttributeNS): string[] {
  const name = nameOf(uri, local);
  return name === null ? [] : [`${name}="${escapeHtml(value)}"`];
}

function packet(attributes: readonly string[], content: string): string {
  const written = `${attributes.join(' ')}${content}`;
  const used = Object.entries(PROPERTIES).filter(([, { prefix }]) => written.includes(`${prefix}:`));
  const declared = used.map(([uri, { prefix }]) => `xmlns:${prefix}="${uri}"`);
  const description = ['rdf:Description', 'rdf:about=""', ...declared, ...attributes].join(' ');
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${RDF}"><${description}>${content}</rdf:Description></rdf:RDF></x:xmpmeta>`;
}
