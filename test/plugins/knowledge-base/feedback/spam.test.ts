import { describe, expect, it } from 'vitest';
import {
  draftOf,
  EMPTY_FIELDS,
  faultsOf,
  readMessage,
} from '../../../../src/plugins/knowledge-base/domain/feedback/feedback-form.js';
import { isTrapped, SPAM_THRESHOLD, spamScore } from '../../../../src/plugins/knowledge-base/domain/feedback/spam.js';

describe('spam score', () => {
  const scoreOf = (message: string, name: string | null = null) => spamScore({ message, name });

  it.each([
    'The second step is missing.',
    'See https://example.com/a for the same problem.',
    'Compare https://example.com/a with https://example.com/b, and with www.example.com',
    '記事が古いです',
    'See <https://example.com>.',
  ])('is low for: %s', (message) => expect(scoreOf(message)).toBeLessThan(SPAM_THRESHOLD));

  it.each([
    'https://pills.example',
    'buy [url=https://pills.example]here[/url]',
    'buy <a class=x href="https://pills.example">here</a>',
    'https://a.example https://b.example https://c.example https://d.example',
    `good ${'a'.repeat(40)} https://a.example https://b.example http://c.example`,
  ])('is high for: %s', (message) => expect(scoreOf(message)).toBeGreaterThanOrEqual(SPAM_THRESHOLD));

  it('is high for a name that is a URL', () => {
    expect(scoreOf('Very nice', 'www.pills.example')).toBeGreaterThanOrEqual(SPAM_THRESHOLD);
  });

  it('never exceeds 100, even for long messages that provoke backtracking', () => {
    for (const message of [
      'https://a.example '.repeat(300),
      '<a '.repeat(1600),
      `x${'.'.repeat(4990)}`,
      'ab'.repeat(2500),
    ]) {
      expect(scoreOf(message)).toBeLessThanOrEqual(100);
    }
  });

  it.each([
    [{ honeypot: '', age: 5_000 }, false],
    [{ honeypot: '', age: 2_000 }, false],
    [{ honeypot: '', age: 1_999 }, true],
    [{ honeypot: 'x', age: 5_000 }, true],
    [{ honeypot: ' ', age: 5_000 }, true],
    [{ honeypot: '', age: null }, true],
  ])('traps the form %j: %s', (traps, expected) => expect(isTrapped(traps)).toBe(expected));
});

describe('feedback form fields', () => {
  const fields = { ...EMPTY_FIELDS, message: 'It is wrong.' };

  it('require only a message', () => {
    expect(faultsOf(fields)).toEqual([]);
    expect(draftOf(fields, 'http://localhost/kb/a')).toEqual({
      type: 'suggestion',
      message: 'It is wrong.',
      name: null,
      email: null,
      pageUrl: 'http://localhost/kb/a',
    });
  });

  it.each([
    ['message', { message: 'ab' }],
    ['message', { message: '  a  ' }],
    ['message', { message: 'x'.repeat(5001) }],
    ['type', { type: 'nonsense' }],
    ['name', { name: 'x'.repeat(101) }],
    ['email', { email: 'nobody', consent: true }],
    ['consent', { email: 'ada@example.com' }],
  ])('report the error in %s', (fault, wrong) => expect(faultsOf({ ...fields, ...wrong })).toEqual([fault]));

  it('count code points, not UTF-16 units', () => {
    expect(readMessage('𝒜𝒷')).toBeNull();
    expect(readMessage('𝒜𝒷𝒸')).toBe('𝒜𝒷𝒸');
    expect(readMessage('𝒜'.repeat(5000))).not.toBeNull();
  });

  it('drop control characters and keep line breaks', () => {
    expect(readMessage(' a\r\nb\u0000\u0007\tc ')).toBe('a\nb\tc');
  });
});
