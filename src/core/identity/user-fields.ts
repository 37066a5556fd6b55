import { HostError } from '../errors.js';
import { normaliseIdentifier, parseEmail } from '../identifiers.js';

const LOGIN_LENGTH = 60;
const NAME_LENGTH = 190;
/** Length limits in characters: the minimum of NIST SP 800-63B, 3.1.1.2; the maximum bounds the cost of hashing. */
export const PASSWORD_LENGTH = { min: 8, max: 1024 };

/** Letters and digits of any script, and ` . _ @ + -` inside. A colon would end the username in HTTP Basic. */
const LOGIN = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._@+-]*$/u;

/** Error messages per field. */
const RULES = {
  login: `A login has 1 to ${LOGIN_LENGTH} letters, digits and " . _ @ + -" and begins with a letter or digit.`,
  email: 'Enter an email address such as name@example.com.',
  name: `A name has 1 to ${NAME_LENGTH} characters on one line.`,
  password: `Choose a password of ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters.`,
} as const;

/**
 * Normalizes a login.
 * @returns null for an invalid one
 */
export function parseLogin(text: string): string | null {
  const login = normaliseIdentifier(text);
  return login.length <= LOGIN_LENGTH && LOGIN.test(login) ? login : null;
}

/**
 * Normalizes a display name: NFC, trimmed.
 * @returns null for an empty, overlong or multi-line name
 */
export function parseName(text: string): string | null {
  const name = text.normalize('NFC').trim();
  return name !== '' && name.length <= NAME_LENGTH && !/\p{Cc}/u.test(name) ? name : null;
}

/**
 * Checks the length of a password.
 * @returns the unchanged password, or null if it is too short or too long
 */
export function parsePassword(password: string): string | null {
  return password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max ? password : null;
}

const PARSERS = { login: parseLogin, email: parseEmail, name: parseName, password: parsePassword } as const;

/** Validates the given fields and returns all errors at the same time, for forms. */
export function faultsOfFields(fields: { readonly [Field in keyof typeof RULES]?: string }): HostError[] {
  const names = Object.keys(PARSERS) as (keyof typeof PARSERS)[];
  return names
    .filter((name) => fields[name] !== undefined && PARSERS[name](fields[name]) === null)
    .map((name) => invalidField(name));
}

/**
 * Returns a parsed field, or throws if parsing failed.
 * @throws HostError 400 `rest_user_invalid_login`, `_email`, `_name` or `_password`
 */
export function requireField(field: keyof typeof RULES, parsed: string | null): string {
  if (parsed !== null) return parsed;
  throw invalidField(field);
}

function invalidField(field: keyof typeof RULES): HostError {
  return new HostError(`rest_user_invalid_${field}`, RULES[field], { status: 400, field });
}

/**
 * Validates roles.
 * @returns the roles without duplicates
 * @throws HostError `rest_user_invalid_role` (400) for an unknown role
 */
export function requireRoles(roles: readonly string[], isRole: (name: string) => boolean): string[] {
  const unknown = roles.find((role) => !isRole(role));
  if (unknown === undefined) return [...new Set(roles)];
  throw new HostError('rest_user_invalid_role', `There is no role "${unknown}". Choose one from the list of roles.`, {
    status: 400,
    field: 'roles',
  });
}
