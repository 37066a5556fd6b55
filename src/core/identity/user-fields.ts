import { HostError } from '../errors.js';
import { normaliseIdentifier, parseEmail } from '../identifiers.js';

const LOGIN_LENGTH = 60;
const NAME_LENGTH = 190;
/** NIST SP 800-63B, 3.1.1.2: at least eight characters; the upper bound keeps requests from being a load. */
export const PASSWORD_LENGTH = { min: 8, max: 1024 };

/** Letters and digits of any script and ` . _ @ + -` inside; a colon would end the name in HTTP Basic. */
const LOGIN = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._@+-]*$/u;

/** What a refused field should be like. */
const RULES = {
  login: `A login has 1 to ${LOGIN_LENGTH} letters, digits and " . _ @ + -" and begins with a letter or digit.`,
  email: 'Write the e-mail address like name@example.com.',
  name: `A name has 1 to ${NAME_LENGTH} characters on one line.`,
  password: `Choose a password of ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters.`,
} as const;

/** @returns the normalised login, null for one that cannot be */
export function parseLogin(text: string): string | null {
  const login = normaliseIdentifier(text);
  return login.length <= LOGIN_LENGTH && LOGIN.test(login) ? login : null;
}

/** @returns the name in NFC without space around it, null for an empty, long or multi-line one */
export function parseName(text: string): string | null {
  const name = text.normalize('NFC').trim();
  return name !== '' && name.length <= NAME_LENGTH && !/\p{Cc}/u.test(name) ? name : null;
}

/** @returns the password as it is, null for one that is too short or too long */
export function parsePassword(password: string): string | null {
  return password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max ? password : null;
}

const PARSERS = { login: parseLogin, email: parseEmail, name: parseName, password: parsePassword } as const;

/** What is wrong with the fields that are given, all of it at once: for forms. */
export function faultsOfFields(fields: { readonly [Field in keyof typeof RULES]?: string }): HostError[] {
  const names = Object.keys(PARSERS) as (keyof typeof PARSERS)[];
  return names
    .filter((name) => fields[name] !== undefined && PARSERS[name](fields[name]) === null)
    .map((name) => invalidField(name));
}

/** @throws HostError `rest_user_invalid_login`, `_email`, `_name` or `_password` (400) when parsing gave null */
export function requireField(field: keyof typeof RULES, parsed: string | null): string {
  if (parsed !== null) return parsed;
  throw invalidField(field);
}

function invalidField(field: keyof typeof RULES): HostError {
  return new HostError(`rest_user_invalid_${field}`, RULES[field], { status: 400, field });
}

/** @returns the roles without repetitions @throws HostError `rest_user_invalid_role` (400) for an unknown one */
export function requireRoles(roles: readonly string[], isRole: (name: string) => boolean): string[] {
  const unknown = roles.find((role) => !isRole(role));
  if (unknown === undefined) return [...new Set(roles)];
  throw new HostError('rest_user_invalid_role', `There is no role "${unknown}". Choose one of the list of roles.`, {
    status: 400,
    field: 'roles',
  });
}
