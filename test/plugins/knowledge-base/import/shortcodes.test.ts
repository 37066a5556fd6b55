import { describe, expect, it } from 'vitest';
import {
  restoreLinks,
  rewriteLinks,
} from '../../../../src/plugins/knowledge-base/content/import/links/rewrite-links.js';
import { convertShortcodes } from '../../../../src/plugins/knowledge-base/content/import/wxr/shortcodes.js';

const IMAGE = { url: 'https://old.example/a.png', alt: 'A', caption: '' };
const IMAGES = { byId: (id: string) => (id === '7' ? IMAGE : undefined), attached: [{ ...IMAGE, caption: 'Below' }] };
const FIGURE = '<figure class="wp-block-image"><img src="https://old.example/a.png" alt="A" />';

describe('shortcodes of WordPress', () => {
  it.each([
    [
      '[caption id="attachment_6" align="alignright" width="300"]<img src="a.png" /> Text <b>bold</b>[/caption]',
      '<figure class="wp-caption alignright"><img src="a.png" /><figcaption> Text <b>bold</b></figcaption></figure>',
    ],
    [
      '[caption]<a href="/x"><img src="a.png" /></a>Text[/caption]',
      '<figure class="wp-caption alignnone"><a href="/x"><img src="a.png" /></a><figcaption>Text</figcaption></figure>',
    ],
    [
      "[wp_caption caption='Old' align=alignleft]<img src='a.png'>[/wp_caption]",
      '<figure class="wp-caption alignleft"><img src=\'a.png\'><figcaption>Old</figcaption></figure>',
    ],
    ['[gallery ids="7, 8" columns="2"]', `<figure class="wp-block-gallery">${FIGURE}</figure></figure>`],
    ['[gallery]', `<figure class="wp-block-gallery">${FIGURE}<figcaption>Below</figcaption></figure></figure>`],
    ['[embed width="3"]https://v.example/1[/embed]', '<a href="https://v.example/1">https://v.example/1</a>'],
    ['[audio mp3="/a.mp3"][/audio]', '<a href="/a.mp3">/a.mp3</a>'],
    ['[video src="https://v.example/a.mp4"]', '<a href="https://v.example/a.mp4">https://v.example/a.mp4</a>'],
  ])('%s becomes HTML', (text, html) => {
    const around = `before ${text} after`;
    const { text: converted, rewrites } = rewriteLinks(around, [], convertShortcodes(around, IMAGES));
    expect(converted).toBe(`before ${html} after`);
    expect(restoreLinks(converted, rewrites)).toBe(around);
  });

  it.each([
    '[[gallery]]',
    '[gallery ids="9"]',
    '[caption]<img> not closed',
    '[embed]javascript:alert(1)[/embed]',
    '[audio]',
    '[video src="javascript:x"]',
    '[playlist]',
    '[galleryx]',
    'a [link](x)',
  ])('%s stays', (text) => expect(convertShortcodes(text, IMAGES)).toEqual([]));
});
