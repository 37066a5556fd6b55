import { existsSync } from 'node:fs';
import { createClients } from '../http/client-address.js';
import { isAffordable } from '../identity/scrypt-string.js';
import { invalidOption } from '../option-types.js';
import { limitFault } from '../rest/rate-limit.js';
import { createKeyRing } from '../services/licence/key-ring.js';
import type { Config } from './config.js';

const SECRET_LENGTH = 32;

/** Validates the configuration. @throws HostError `config_invalid` with the option's name and a valid example */
export function checkConfig(config: Config, environment: NodeJS.ProcessEnv): void {
  assertPlugins(config);
  assertSecrets(config);
  assertUrl(config.url);
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
    throw invalidOption(
      'secret',
      'createHost needs a secret: set MORTISE_SECRET or the option "secret" to 32 random characters or more.',
    );
  }
  for (const secret of [config.secret, ...config.previousSecrets]) {
    if (Buffer.byteLength(secret) < SECRET_LENGTH) {
      throw invalidOption(
        'secret',
        `The secret must have at least ${SECRET_LENGTH} bytes. Generate one with "openssl rand -base64 32".`,
      );
    }
  }
}

function assertPlugins({ plugins }: Config): void {
  const nameless = plugins.find((plugin) => typeof plugin?.name !== 'string' || typeof plugin.setup !== 'function');
  if (nameless === undefined) return;
  throw invalidOption(
    'plugins',
    'A plugin needs a name and a setup. Call it if it is a function: plugins: [recipes()].',
  );
}

function assertUrl(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search || parsed.hash) {
    throw invalidOption(
      'url',
      `"${url}" is not a public URL. Use a URL such as https://example.com or https://example.com/help.`,
    );
  }
}

/** The cost must be computable and, in production, at least as high as OWASP's weakest recommendation. */
function assertPasswordCost({ passwordCost }: Config, environment: NodeJS.ProcessEnv): void {
  if (passwordCost === undefined) return;
  const isWeak = 2 ** passwordCost.logCost * passwordCost.blockSize * passwordCost.parallelism < 2 ** 19;
  if (isAffordable(passwordCost) && !(isWeak && environment.NODE_ENV === 'production')) return;
  throw invalidOption(
    'passwordCost',
    'passwordCost is too low to protect passwords, or too high to compute. Remove it, or use { logCost: 17, blockSize: 8, parallelism: 1 }.',
  );
}

function assertLogin({ login, identify }: Config): void {
  if (login === undefined) return;
  if (identify === undefined) {
    throw invalidOption('login', 'The option login requires your own login. Set identify.');
  }
  const { redirectParameter = 'redirect_to', ...addresses } = login;
  for (const [name, address] of Object.entries(addresses)) {
    if (address === undefined) continue;
    // A path that starts with two slashes would be a URL on another host.
    if (/^\/(?![/\\])/.test(address) || (URL.canParse(address) && /^https?:/.test(address))) continue;
    throw invalidOption('login', `login.${name} is "${address}". Use a path such as /login, or a full URL.`);
  }
  if (/^[\w.-]+$/.test(redirectParameter)) return;
  throw invalidOption(
    'login',
    `login.redirectParameter is "${redirectParameter}". Use letters, digits, "_", "." and "-".`,
  );
}

function assertPaths({ root, admin, media, csp, templates, texts }: Config): void {
  if (overlap(root, admin)) {
    throw invalidOption(
      'admin',
      `"${admin}" and the REST root "${root}" overlap. Choose another path for the admin area.`,
    );
  }
  const other = [root, admin].find((path) => overlap(path, media));
  if (other !== undefined) {
    throw invalidOption('media', `"${media}" and "${other}" overlap. Choose another path for media files.`);
  }
  if (csp !== 'own' && csp !== 'off' && typeof csp !== 'function') {
    throw invalidOption('csp', `"${csp}" is not 'own', 'off' or a function.`);
  }
  if (templates !== undefined && !existsSync(templates)) {
    throw invalidOption(
      'templates',
      `The folder ${templates} does not exist. Create it, or correct the option "templates".`,
    );
  }
  if (texts !== undefined && !existsSync(texts)) {
    throw invalidOption('texts', `The folder ${texts} does not exist. Create it, or correct the option "texts".`);
  }
}

function overlap(one: string, other: string): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
}

/** Error messages do not repeat the URL, because it may contain a password. */
function assertMail({ mail, mailFrom }: Config): void {
  const isServer = /^smtps?:\/\/[^/]/.test(mail) && URL.canParse(mail);
  if (!isServer && !/^file:./.test(mail)) {
    throw invalidOption(
      'mail',
      'The option mail must be a mail server such as smtp://mail.example.com, or file:./folder.',
    );
  }
  if (!/^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+$/.test(mailFrom)) {
    throw invalidOption(
      'mailFrom',
      `"${mailFrom}" is not an email address. Use an address such as noreply@example.com, without a name.`,
    );
  }
}

function assertWire({ bodyTimeout, trustProxy, uploads, readLimit }: Config): void {
  const fault = readLimit && limitFault(readLimit);
  if (fault) throw invalidOption('readLimit', `readLimit.${fault}`);
  for (const [name, value] of Object.entries(uploads)) {
    if (Number.isSafeInteger(value) && value > 0) continue;
    throw invalidOption('uploads', `uploads.${name} is "${value}". Use a whole number above 0.`);
  }
  if (!(bodyTimeout > 0))
    throw invalidOption('bodyTimeout', `"${bodyTimeout}" is not a number of milliseconds above 0.`);
  try {
    createClients(trustProxy);
  } catch (error) {
    throw invalidOption(
      'trustProxy',
      `"${trustProxy}" does not identify proxies. Use their number, or their addresses and networks: 1, 'loopback', '10.0.0.0/8'.`,
      error,
    );
  }
}

function assertKnown(option: string, value: string, probe: () => unknown): void {
  try {
    probe();
  } catch (error) {
    throw invalidOption(option, `"${value}" is not a valid ${option}.`, error);
  }
}
