import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { detectType } from '../../../src/core/media/detect-type.js';
import { typeByName, withExtension } from '../../../src/core/media/media-types.js';
import { picture } from './pictures.js';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const OFFICE = 'application/vnd.openxmlformats-officedocument.';

describe('detected file type', () => {
  it.each(['jpeg', 'png', 'gif', 'webp', 'avif', 'tiff'] as const)('is right for %s images', async (format) => {
    expect(detectType(await (await picture(40, 30)).toFormat(format).toBuffer())).toBe(`image/${format}`);
  });

  it.each([
    ['%PDF-1.7\n', 'application/pdf'],
    ['ID3\x04\0\0\0\0\0\0', 'audio/mpeg'],
    ['\xff\xfb\x90\x64\0\0', 'audio/mpeg'],
    ['fLaC\0\0\0\x22', 'audio/flac'],
    ['RIFF\0\0\0\0WAVEfmt ', 'audio/wav'],
    ['OggS\0\x02\0\0vorbis', 'audio/ogg'],
    ['OggS\0\x02\0\0\x80theora', 'video/ogg'],
    ['\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'video/mp4'],
    ['\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'video/quicktime'],
    ['\0\0\0\x18ftypM4A \0\0\0\0M4A isom', 'audio/mp4'],
    ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'image/heic'],
    ['\0\0\0\x18ftypmif1\0\0\0\0mif1avif', 'image/avif'],
    ['\x1aE\xdf\xa3\x01\0\0\0\0\0\0\x1fB\x86webm', 'video/webm'],
    ['PK\x03\x04\x14\0\0\0\0\0', 'application/zip'],
    [
      `PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.text`,
      'application/vnd.oasis.opendocument.text',
    ],
    [`PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/epub+zipPK`, 'application/epub+zip'],
    [`PK\x03\x04${'\0'.repeat(26)}[Content_Types].xml…word/document.xml`, `${OFFICE}wordprocessingml.document`],
    [`PK\x03\x04${'\0'.repeat(26)}[Content_Types].xml…xl/workbook.xml`, `${OFFICE}spreadsheetml.sheet`],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['\ufeff<?xml version="1.0"?>\n<!-- a -->\n<svg:svg>', 'image/svg+xml'],
    ['<!DOCTYPE html><p>', 'text/html'],
    ['  \n<ScRiPt >alert(1)</sCrIpT>', 'text/html'],
    ['just text, <and nothing> else', 'text/plain'],
    ['Prag, größer', 'text/plain'],
    ['\0\x01\x02\x03', 'application/octet-stream'],
    ['MZ\x90\0\x03', 'application/octet-stream'],
    ['#!/bin/sh\nrm -rf /', 'text/plain'],
    ['<?php system($_GET[0]);', 'text/plain'],
    ['GIF89', 'text/plain'],
    ['\xff\xd8', 'application/octet-stream'],
    ['ftyp', 'text/plain'],
    ['', 'text/plain'],
  ])('for %j is %s', (text, type) => {
    const bytes = /[\u0100-\uffff]/.test(text) || text.startsWith('Prag') ? Buffer.from(text) : latin(text);
    expect(detectType(bytes)).toBe(type);
  });

  it('detects markup in UTF-16', () => {
    const markup = Buffer.from('<script>alert(1)</script>', 'utf16le');
    expect(detectType(Buffer.concat([latin('\xff\xfe'), markup]))).toBe('text/html');
    expect(detectType(Buffer.concat([latin('\xfe\xff'), Buffer.from(markup).swap16()]))).toBe('text/html');
  });

  it('never throws for any bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom('', 'ftyp', 'RIFF', 'PK\x03\x04', 'BM'),
        (bytes, start) => {
          const head = Buffer.concat([start === 'ftyp' ? latin('\xff\xff\xff\xffftyp') : latin(start), bytes]);
          expect(detectType(head)).toMatch(/^[a-z]+\/[\w.+-]+$/);
        },
      ),
    );
  });

  it('matches the image library for every format that it writes', async () => {
    for (const format of ['jpeg', 'png', 'gif', 'webp'] as const) {
      const bytes = await (await picture(9, 7)).toFormat(format).toBuffer();
      expect((await sharp(bytes).metadata()).format).toBe(detectType(bytes).replace('image/', ''));
    }
  });
});

describe('file name with extension', () => {
  it.each([
    ['photo.jpg', 'image/jpeg', 'photo.jpg'],
    ['photo.JPEG', 'image/jpeg', 'photo.JPEG'],
    ['photo.jpg', 'image/png', 'photo.png'],
    ['photo', 'image/png', 'photo.png'],
    ['photo.2026', 'image/png', 'photo.2026.png'],
    ['.jpg', 'image/jpeg', '.jpg.jpg'],
    ['page.html', 'image/gif', 'page.gif'],
    ['evil.php', 'image/gif', 'evil.php.gif'],
    ['data.xyz', 'application/octet-stream', 'data.xyz'],
    ['data', 'application/octet-stream', 'data.bin'],
    ['deploy.ps1', 'text/plain', 'deploy.ps1'],
    ['app.LOG', 'text/plain', 'app.LOG'],
    ['Makefile', 'text/plain', 'Makefile'],
    ['photo.png', 'text/plain', 'photo.txt'],
    ['page.html', 'text/plain', 'page.txt'],
    ['x.json', 'application/json', 'x.json'],
    ['x.json', 'image/png', 'x.png'],
  ])('%s of type %s becomes %s', (name, type, expected) => expect(withExtension(name, type)).toBe(expected));
});

describe('type of plain text', () => {
  it.each([
    ['x.json', 'application/json'],
    ['x.yaml', 'text/yaml'],
    ['x.YML', 'text/yaml'],
    ['x.csv', 'text/csv'],
    ['x.md', 'text/markdown'],
    ['x.log', 'text/plain'],
    ['x.ps1', 'text/plain'],
    ['x.html', 'text/plain'],
    ['json', 'text/plain'],
  ])('in %s is %s', (name, type) => expect(typeByName('text/plain', name)).toBe(type));

  it('does not change other types by the file name', () => {
    expect(typeByName('text/html', 'x.json')).toBe('text/html');
    expect(typeByName('image/svg+xml', 'x.csv')).toBe('image/svg+xml');
  });
});
