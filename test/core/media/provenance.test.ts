import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { provenanceXmp } from '../../../src/core/media/provenance.js';
import { type MediaSite, openMediaSite } from './media-site.js';
import { iptcBlock, picture, withIptc } from './pictures.js';

const AI = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
const NAMESPACES = `xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
  xmlns:ext="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:drone="http://www.dji.com/drone-dji/1.0/"
  xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/"`;
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${NAMESPACES}>
<rdf:Description rdf:about="" photoshop:Credit="Acme &amp; Co." photoshop:City="Prague" exif:GPSLatitude="50,5N" drone:GpsLatitude="50">
<dc:creator><rdf:Seq><rdf:li>Ada Lovelace</rdf:li></rdf:Seq></dc:creator>
<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">© 2026 Ada</rdf:li></rdf:Alt></dc:rights>
<exif:GPSLongitude>14,25E</exif:GPSLongitude>
</rdf:Description>
<rdf:Description rdf:about=""><ext:DigitalSourceType>${AI}</ext:DigitalSourceType>
<plus:Licensor><rdf:Seq><rdf:li rdf:parseType="Resource"><plus:LicensorURL>https://acme.example</plus:LicensorURL></rdf:li></rdf:Seq></plus:Licensor>
</rdf:Description></rdf:RDF></x:xmpmeta>`;

async function original(format: 'jpeg' | 'png' | 'webp' | 'avif'): Promise<Buffer> {
  const image = (await picture(640, 480))
    .withExif({
      IFD0: { Artist: 'Ada Lovelace', Copyright: '(c) 2026 Ada', Model: 'Camera 7' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '50/1 5/1 0/1' },
    })
    .withXmp(XMP);
  return image.toFormat(format).toBuffer();
}

describe('sizes', () => {
  let site: MediaSite;
  beforeEach(async () => {
    site = await openMediaSite();
  });
  afterEach(() => site.close());

  async function sizesOf(content: Buffer, filename: string) {
    const { id, sizes } = await site.host.media.create(content, { filename });
    return Promise.all(
      Object.keys(sizes).map(async (size) => sharp(await buffer(await site.host.media.read(id, size))).metadata()),
    );
  }

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'keep creator, rights and AI source of a %s, but no location',
    async (format) => {
      const all = await sizesOf(await original(format), `barn.${format}`);
      expect(all.length).toBeGreaterThan(1);
      for (const { exif, xmpAsString, orientation, icc } of all) {
        expect(exif?.toString()).toContain('Ada Lovelace');
        expect(exif?.toString()).toContain('(c) 2026 Ada');
        expect(exif?.toString()).not.toContain('Camera 7');
        expect(exif?.includes(Buffer.from([0x88, 0x25])) || exif?.includes(Buffer.from([0x25, 0x88]))).toBe(false);
        expect(xmpAsString).toContain(AI);
        expect(xmpAsString).toContain('<rdf:li>Ada Lovelace</rdf:li>');
        expect(xmpAsString).not.toMatch(/gps|Prague/i);
        expect([orientation ?? 1, icc]).toEqual([1, undefined]);
      }
    },
  );

  it('keep the IPTC block of a JPEG', async () => {
    const profiled = await sharp(await original('jpeg'))
      .keepMetadata()
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    const content = withIptc(profiled, iptcBlock());
    for (const { iptc, exif, xmpAsString, icc } of await sizesOf(content, 'barn.jpg')) {
      expect(iptc?.toString()).toContain('Copyright Ada 2026');
      expect(exif?.toString()).not.toContain('Camera 7');
      expect(xmpAsString).not.toMatch(/gps/i);
      expect(icc).toBeUndefined();
    }
  });

  it('lose an IPTC block with nested EXIF or XMP', async () => {
    const nested = Buffer.concat([iptcBlock(), Buffer.from('8BIM\x04\x22\0\0\0\0\0\x02GP', 'latin1')]);
    for (const { iptc, exif } of await sizesOf(withIptc(await original('jpeg'), nested), 'barn.jpg')) {
      expect(iptc).toBeUndefined();
      expect(exif?.toString()).toContain('Ada Lovelace');
    }
  });

  it('have no metadata if the image has none about its origin', async () => {
    const content = await (await picture(640, 480))
      .withExif({ IFD0: { Model: 'Camera 7' } })
      .jpeg()
      .toBuffer();
    for (const { exif, xmp, iptc } of await sizesOf(content, 'barn.jpg')) {
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
    }
  });
});

describe('provenance in XMP', () => {
  it('is written with the usual prefixes, whatever the source uses', () => {
    const metadata = provenanceXmp(XMP) ?? '';
    expect(metadata).toContain('photoshop:Credit="Acme &#38; Co."');
    expect(metadata).toContain(`<Iptc4xmpExt:DigitalSourceType>${AI}</Iptc4xmpExt:DigitalSourceType>`);
    expect(metadata).toContain('<rdf:li xml:lang="x-default">© 2026 Ada</rdf:li>');
    expect(metadata).toContain('<plus:LicensorURL>https://acme.example</plus:LicensorURL>');
    expect(provenanceXmp(metadata)).toBe(metadata);
  });

  it.each(['', '<', '<x:xmpmeta>', 'text', '<a xmlns:b="c"/>', XMP.replace('</rdf:RDF>', ''), XMP.padEnd(2_000_000)])(
    'is null for a packet without any that can be read',
    (xmp) => {
      expect(provenanceXmp(xmp)).toBeNull();
    },
  );

  it('has the creator and the rights of EXIF that EXIF cannot hold when it is written', () => {
    const credits = { creator: '写真館 & Co.', rights: '© 写真館' };
    const added = provenanceXmp('', credits) ?? '';
    expect(added).toContain('<dc:creator><rdf:Seq><rdf:li>写真館 &#38; Co.</rdf:li></rdf:Seq></dc:creator>');
    expect(added).toContain('<rdf:li xml:lang="x-default">© 写真館</rdf:li>');
    expect(provenanceXmp(added, credits)).toBe(added);
    expect(provenanceXmp(XMP, credits)).toBe(provenanceXmp(XMP));
    expect(provenanceXmp('', { creator: 'Ada', rights: '' })).toBeNull();
  });

  it('is null if it would make thumbnails large', () => {
    expect(provenanceXmp(XMP.replace('Ada Lovelace', 'A'.repeat(20_000)))).toBeNull();
  });
});
