import { expect, it } from 'vitest';
import { postImageIds } from '../../../src/core/media/post-images.js';

const idsIn = (content: string): number[] => postImageIds(content, '/media');

it.each([
  ['<!-- wp:image {"id":5,"sizeSlug":"large"} --><figure><img class="wp-image-5"/></figure><!-- /wp:image -->', [5]],
  ['<!-- wp:core/image {"id":6} /-->', [6]],
  ['<!-- wp:gallery {"ids":[1,2,3],"columns":2} -->', [1, 2, 3]],
  ['<!-- wp:media-text {"mediaId":9,"mediaType":"image"} -->', [9]],
  ['<!-- wp:cover {"url":"x","id":8,"dimRatio":50,"style":{"a":{"b":1}}} -->', [8]],
  ['<img class="alignleft wp-image-12 size-full">', [12]],
  ['[gallery ids="1, 2,30" columns="3"]', [1, 2, 30]],
  ["[gallery columns='3' include='4']", [4]],
  ['[caption id="attachment_7" align="left"]<img>[/caption]', [7]],
  ['![A tower](/media/15-0123456789abcdef/tower.jpg)', [15]],
  ['<!-- wp:image {"id":"oops"} --><!-- wp:image {broken} --><!-- wp:image -->', []],
  ['<!-- wp:paragraph {"id":5} -->', []],
  ['[gallery]', []],
  ['/media/15-short/a.jpg', []],
  ['', []],
])('the image IDs in %j are %j', (content, ids) => expect(idsIn(content)).toEqual(ids));

it('returns each image ID once', () =>
  expect(idsIn('<!-- wp:image {"id":5} --><img class="wp-image-5">[gallery ids="5,5,6"]')).toEqual([5, 6]));

it('finds no images in a long text of incomplete markup, without backtracking for minutes', () => {
  for (const piece of ['<!-- wp:image {', '[gallery ids="', '[caption id="', 'wp-image-', '{"a":"', ']', '-->']) {
    expect(idsIn(piece.repeat(70_000))).toEqual([]);
  }
});
