import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseIdentifier, parseEmail } from '../../../src/core/identifiers.js';
import {
  parseLogin,
  parseName,
  parsePassword,
  requireField,
  requireRoles,
} from '../../../src/core/identity/user-fields.js';

describe('usernames and emails', () => {
  it('are trimmed, lowercased and normalized to NFC', () => {
    expect(parseLogin('  Ren\u0065\u0301 ')).toBe('ren\u00e9');
    expect(parseEmail(' Ada@Example.COM\n')).toBe('ada@example.com');
  });

  it('do not change when normalized twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = normaliseIdentifier(text);
        expect(normaliseIdentifier(once)).toBe(once);
      }),
    );
  });

  it.each(['ada', 'ada.lovelace', 'mr_smith', 'ada@example.com', '7of9', '山田', 'jürgen m', `a${'b'.repeat(59)}`])(
    'accept the username %j',
    (login) => {
      expect(parseLogin(login)).toBe(login);
    },
  );

  it.each(['', '   ', '.ada', 'a:b', 'a\nb', 'a<b>', 'a/b', 'a\u200bb', 'a'.repeat(61)])(
    'reject the username %j',
    (login) => {
      expect(parseLogin(login)).toBeNull();
    },
  );

  it.each(['a@b.cz', 'ada+news@mail.example.com', "o'hara@example.com", 'root@localhost', 'příklad@háčkyčárky.cz'])(
    'accept the email %j',
    (email) => {
      expect(parseEmail(email)).toBe(normaliseIdentifier(email));
    },
  );

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'a@b@c.de',
    'a b@c.de',
    'a@-b.de',
    'a@b..de',
    'a@b',
    `${'x'.repeat(186)}@b.cz`,
  ])('reject the email %j', (email) => {
    expect(parseEmail(email)).toBeNull();
  });
});

describe('names and passwords', () => {
  it('accept only names on one line', () => {
    expect(parseName('  Ada Lovelace ')).toBe('Ada Lovelace');
    expect(parseName('Ada\nAdministrator')).toBeNull();
    expect(parseName(' ')).toBeNull();
  });

  it('keep a password of 8 to 1024 characters unchanged', () => {
    expect(parsePassword(' 1234567')).toBe(' 1234567');
    expect(parsePassword('1234567')).toBeNull();
    expect(parsePassword('x'.repeat(1025))).toBeNull();
  });
});

describe('a rejected field', () => {
  it('is named in the error code', () => {
    expect(() => requireField('email', null)).toThrow(
      expect.objectContaining({ code: 'rest_user_invalid_email', status: 400 }),
    );
    expect(() => requireRoles(['editor', 'emperor'], (role) => role === 'editor')).toThrow(
      expect.objectContaining({ code: 'rest_user_invalid_role', status: 400 }),
    );
    expect(requireRoles(['editor', 'editor'], () => true)).toEqual(['editor']);
  });
});
