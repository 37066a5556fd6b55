import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { encodeResponse } from '../../../src/core/rest/encode.js';
import { countTurns } from '../../support/turns.js';

const log = pino({ level: 'silent' });
const answer = (data: unknown) => encodeResponse({ status: 200, headers: {}, data }, log);

describe('JSON of an answer', () => {
  it.each([
    ['an empty list', []],
    ['a short list', [{ at: new Date(0), gone: undefined }, undefined, null, 'a', 5n]],
  ])('is available immediately for %s', (_, data) => {
    const text = JSON.stringify(data, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
    expect(answer(data)).toMatchObject({ body: text, isJson: true });
  });

  it('is encoded over several turns of the event loop for a long list', async () => {
    const data = Array.from({ length: 100 }, (_, id) => ({ id, text: 'Ünï "quoted" '.repeat(1_000), gone: undefined }));
    const [turns, { body }] = await countTurns(() => answer(data));
    expect(String(body)).toBe(JSON.stringify(data));
    expect(turns).toBeGreaterThanOrEqual(15);
  });

  it.each([
    ['first', [Number.NaN, 'a']],
    ['last', [...Array(100).fill('a'.repeat(10_000)), Number.NaN]],
  ])('is an error if the %s item of a list has none', async (_, data) => {
    const { status, body } = await answer(data);
    expect([status, JSON.parse(String(body)).code]).toEqual([500, 'rest_encode_error']);
  });
});
