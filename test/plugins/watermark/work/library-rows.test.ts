import fc from 'fast-check';
import { type Watermark, watermark } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** Enough files to pass several milestones. */
const FILES = 1000;
const TYPES = ['image/jpeg', 'image/png', 'application/pdf', 'image/webp'];

let host: TestHost;
let rows: Watermark['rows'];

beforeEach(async () => {
  host = await createTestHost({ plugins: [watermark()] });
  rows = host.plugin('watermark').rows;
  await host.db.transaction(async () => {
    for (let index = 0; index < FILES; index += 1) await host.db.insert('attachments', rowOf(index));
  });
});

afterEach(() => host.close());

describe('images at the offset of a request', () => {
  it('are in the order of their ids, for any offset', async () => {
    const all = await rows.after(0, FILES);
    await fc.assert(
      fc.asyncProperty(fc.nat(FILES), fc.integer({ min: 1, max: 100 }), async (offset, limit) => {
        const { ids, isLast } = await rows.take(1, 'apply', { offset, limit });
        expect(ids).toEqual(all.slice(offset, offset + limit));
        expect(isLast).toBe(offset + limit >= all.length);
      }),
      { numRuns: 60 },
    );
  });

  it('move up when an earlier one is deleted', async () => {
    const [first = 0, ...others] = await rows.after(0, FILES);
    expect((await rows.take(1, 'apply', { offset: 600, limit: 1 })).ids).toEqual([others[599]]);
    await host.media.delete(first);
    expect((await rows.take(1, 'apply', { offset: 600, limit: 1 })).ids).toEqual([others[600]]);
  });

  it('include images that were added since', async () => {
    const before = await rows.after(0, FILES);
    await rows.take(1, 'apply', { offset: before.length - 1, limit: 1 });
    const id = await host.db.insert('attachments', rowOf(FILES));
    expect((await rows.take(1, 'apply', { offset: before.length, limit: 10 })).ids).toEqual([id]);
  });

  it('are empty after the end of the library', async () => {
    const { ids, isLast } = await rows.take(1, 'apply', { offset: 5 * FILES, limit: 10 });
    expect({ ids, isLast }).toEqual({ ids: [], isLast: true });
  });
});

function rowOf(index: number) {
  const now = '2026-01-01 00:00:00.000';
  const name = String(index).padStart(32, '0');
  return {
    post_id: 0,
    title: '',
    alt_text: '',
    caption: '',
    description: '',
    filename: 'a.jpg',
    focal_point: null,
    mime_type: TYPES[index % TYPES.length] ?? '',
    bytes: 1,
    width: 1,
    height: 1,
    sha256: 'a',
    sizes: '{}',
    sizes_recipe: 'a',
    version: 1,
    token: name,
    salt: name,
    author_id: 0,
    created_at: now,
    modified_at: now,
  };
}
