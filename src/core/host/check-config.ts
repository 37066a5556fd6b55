import { existsSync } from 'node:fs';
import { HostError } from '../errors.js';
import { createClients } from '../http/client-address.js';
import { isAffordable } from '../identity/scrypt-string.js';
import { createKeyRing } from '../services/licence/key-ring.js';
import type { Config } from './config.js';

const SECRET_LENGTH = 32;

/** Refuses what cannot work. @throws HostError `config_invalid` with the option's name and what to write instead */
export function checkConfig(config: Config, environment: NodeJS.ProcessEnv): void {
  assertShapes(config);
  assertSecrets(config);
  assertUrl(config.url);
  assertRoleSource(config);
  assertPasswordCost(config, environment);
  assertLogin(config);
  assertPaths(config);
  assertMail(config);
  assertWire(config);
  createKeyRing(config.licences?.keys ?? {});
  assertKnown('locale', config.locale, () => Intl.getCanonicalLocales(config.locale));
  assertKnown('timezone', config.timezone, () => new Intl.DateTimeFormat('en', { timeZone: config.timezone }));
}

function assertSecrets(config: Config): void {
  if (config.secret === '') {
    throw invalid(
      'secret',
      'createHost needs a secret: set MORTISE_SECRET or the option "secret" to 32 random characters or more.',
    );
  }
  for (const secret of [config.secret, ...config.previousSecrets]) {
    if (Buffer.byteLength(secret) < SECRET_LENGTH) {
      throw invalid(
        'secret',
        `A secret needs at least ${SECRET_LENGTH} bytes; "openssl rand -base64 32" makes a good one.`,
      );
    }
  }
}

/** What JavaScript lets through, and would fail somewhere else. */
function assertShapes({ plugins, identify, cspNonce }: Config): void {
  const nameless = plugins.find((plugin) => typeof plugin?.name !== 'string' || typeof plugin.setup !== 'function');
  if (nameless !== undefined) {
    throw invalid('plugins', 'A plugin needs a name and a setup. Call it if it is a function: plugins: [recipes()].');
  }
  if (identify !== undefined && typeof identify !== 'function') {
    throw invalid('identify', 'identify must be a function of the request that answers who is behind it, or null.');
  }
  if (cspNonce !== undefined && typeof cspNonce !== 'function') {
    throw invalid(
      'cspNonce',
      'cspNonce must be a function of the request that answers the nonce of your policy, or null.',
    );
  }
}

function assertUrl(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search || parsed.hash) {
    throw invalid(
      'url',
      `"${url}" is not a public address. Write it like https://example.com or https://example.com/help.`,
    );
  }
}

/** The hashes have to be readable again, and in production as hard to guess as the weakest that OWASP recommends. */
function assertPasswordCost({ passwordCost }: Config, environment: NodeJS.ProcessEnv): void {
  if (passwordCost === undefined) return;
  const isWeak = 2 ** passwordCost.logCost * passwordCost.blockSize * passwordCost.parallelism < 2 ** 19;
  if (isAffordable(passwordCost) && !(isWeak && environment.NODE_ENV === 'production')) return;
  throw invalid(
    'passwordCost',
    'passwordCost is too low to protect passwords, or too high to be computed. Leave it out, or write { logCost: 17, blockSize: 8, parallelism: 1 }.',
  );
}

function assertRoleSource({ roleSource = 'site' }: Config): void {
  if (roleSource === 'site' || roleSource === 'host') return;
  throw invalid('roleSource', `"${roleSource}" is neither 'site' nor 'host'.`);
}

function assertLogin({ login, identify }: Config): void {
  if (login === undefined) return;
  if (identify === undefined) {
    throw invalid('login', 'The option login belongs to a login of the site: say with identify who is logged in.');
  }
  const { redirectParameter = 'redirect_to', ...addresses } = login;
  for (const [name, address] of Object.entries(addresses)) {
    if (address === undefined) continue;
    // A path with two slashes would be the address of another host.
    if (/^\/(?![/\\])/.test(address) || (URL.canParse(address) && /^https?:/.test(address))) continue;
    throw invalid(
      'login',
      `login.${name} is "${address}". Write a path of the site such as /login, or a full address.`,
    );
  }
  if (/^[\w.-]+$/.test(redirectParameter)) return;
  throw invalid('login', `login.redirectParameter is "${redirectParameter}". Use letters, digits, "_", "." and "-".`);
}

function assertPaths({ root, admin, media, csp, compat, templates, texts }: Config): void {
  if (overlap(root, admin)) {
    throw invalid('admin', `"${admin}" and the REST root "${root}" overlap. Give the admin area another path.`);
  }
  const other = [root, admin].find((path) => overlap(path, media));
  if (other !== undefined) {
    throw invalid('media', `"${media}" and "${other}" overlap. Give the files of the site another path.`);
  }
  if (csp !== 'own' && csp !== 'off' && typeof csp !== 'function') {
    throw invalid('csp', `"${csp}" is neither 'own' nor 'off' nor a function of our directives.`);
  }
  if (compat !== 'wp' && compat !== 'off') throw invalid('compat', `"${compat}" is neither 'wp' nor 'off'.`);
  if (templates !== undefined && !existsSync(templates)) {
    throw invalid('templates', `There is no folder ${templates}. Create it, or correct the option "templates".`);
  }
  if (texts !== undefined && !existsSync(texts)) {
    throw invalid('texts', `There is no folder ${texts}. Create it, or correct the option "texts".`);
  }
}

function overlap(one: string, other: string): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
}

/** The address may hold a password, so it is not repeated. */
function assertMail({ mail, mailFrom }: Config): void {
  const isServer = /^smtps?:\/\/[^/]/.test(mail) && URL.canParse(mail);
  if (!isServer && !/^file:./.test(mail)) {
    throw invalid(
      'mail',
      'The option mail is neither a mail server such as smtp://mail.example.com nor file:./folder.',
    );
  }
  if (!/^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+$/.test(mailFrom)) {
    throw invalid('mailFrom', `"${mailFrom}" is not an address. Write it like noreply@example.com, without a name.`);
  }
}

function assertWire({ bodyTimeout, trustProxy, uploads }: Config): void {
  for (const [name, value] of Object.entries(uploads)) {
    if (Number.isSafeInteger(value) && value > 0) continue;
    throw invalid('uploads', `uploads.${name} is "${value}". Write a whole number above 0.`);
  }
  if (!(bodyTimeout > 0)) throw invalid('bodyTimeout', `"${bodyTimeout}" is not a number of milliseconds above 0.`);
  try {
    createClients(trustProxy);
  } catch (error) {
    throw invalid(
      'trustProxy',
      `"${trustProxy}" names no proxies. Write how many there are, or their addresses and networks: 1, 'loopback', '10.0.0.0/8'.`,
      error,
    );
  }
}

function assertKnown(option: string, value: string, probe: () => unknown): void {
  try {
    probe();
  } catch (error) {
    throw invalid(option, `"${value}" is not a known ${option}.`, error);
  }
}

/** What is thrown for an option that cannot be. */
export function invalid(option: string, message: string, cause?: unknown): HostError {
  return new HostError('config_invalid', message, { status: 500, option }, cause === undefined ? undefined : { cause });
}
