import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CommandContext, CommandDefinitions, ExitCode } from '../core/commands.js';
import { HostError, messageOf } from '../core/errors.js';
import type { Host } from '../core/host/host.js';
import { isRecord } from '../core/record.js';
import { registrableHost } from '../core/services/licence/domains.js';
import { readKey, signLicence } from '../core/services/licence/key-format.js';
import { generateLicenceKeys, readPrivateKey } from '../core/services/licence/key-ring.js';
import { isProduct } from '../core/services/licence/payload.js';
import { isStructured } from './hook-output.js';
import { writePrivateFile } from './private-file.js';

type Options = CommandContext['options'];

/** Commands of `mortise license`. */
export function licenceCommands(host: Host): CommandDefinitions {
  return {
    'license keygen': {
      summary: 'Generate a key pair: the private key signs licenses, the public key belongs in the option licences',
      options: [
        { flags: '--out <file>', description: 'write the private key to this new file instead of printing it' },
      ],
      run: async (context) => keygen(context),
    },
    'license issue': {
      summary: 'Sign a license and print its key',
      options: [
        { flags: '--product <name>', description: 'plugin, or an edition such as watermark/pro' },
        { flags: '--customer <name>', description: 'for whom' },
        { flags: '--private-key <file>', description: 'file of "license keygen --out"' },
        { flags: '--kid <name>', description: 'name of the public key in the option licences' },
        { flags: '--domain <names>', description: 'domains, separated by commas; default: any site' },
        { flags: '--expires <date>', description: 'last day, such as 2027-12-31, or a time in UTC; default: never' },
        {
          flags: '--updates-until <date>',
          description: 'date until which new versions are covered; default: --expires',
        },
        { flags: '--not-before <date>', description: 'first day; default: now' },
        { flags: '--plan <name>', description: 'name of the tier', default: 'standard' },
        { flags: '--features <names>', description: 'features, separated by commas' },
        {
          flags: '--site-limit <number>',
          description: 'maximum number of sites; default: unlimited',
          integer: { minimum: 1, maximum: 1_000_000 },
        },
        { flags: '--license-id <id>', description: 'license number; default: generated' },
      ],
      run: async (context) => issue(context),
    },
    'license verify': {
      summary: 'Check a license key for this site; exit code 2 if it is invalid',
      arguments: [{ name: 'key', description: 'license key' }],
      options: [{ flags: '--product <name>', description: 'expected product; default: the product of the key' }],
      run: async (context) => verify(host, context),
    },
  };
}

function keygen(context: CommandContext): void {
  const { output, options } = context;
  const { publicKey, privateKey } = generateLicenceKeys();
  if (typeof options.out === 'string') {
    writePrivateFile(options.out, privateKey);
    output.record({ public_key: publicKey, private_key_file: options.out });
    return;
  }
  if (isStructured(context)) output.record({ public_key: publicKey, private_key: privateKey });
  else output.text(`public_key ${publicKey}\n\n${privateKey}`);
  output.note('Keep the private key secret: it can sign licenses. Pass --out=FILE to keep it off the screen.');
}

function issue(context: CommandContext): void {
  const { options, output } = context;
  const domains = listOf(options.domain).map(domainOf);
  const limit = options.siteLimit === undefined ? null : Number(options.siteLimit);
  if (limit !== null && domains.length > limit) {
    throw invalid('domain', `lists ${domains.length} sites, but --site-limit allows ${limit}.`);
  }
  const expires_at = timeOf('expires', options.expires, 'end');
  const payload = {
    product: required('product', options),
    kid: required('kid', options),
    license_id: textOf(options.licenseId) ?? randomUUID(),
    customer: required('customer', options),
    plan: String(options.plan),
    features: listOf(options.features),
    domains,
    site_limit: limit,
    issued_at: new Date().toISOString(),
    not_before: timeOf('not-before', options.notBefore, 'start'),
    expires_at,
    updates_until:
      options.updatesUntil === undefined ? expires_at : timeOf('updates-until', options.updatesUntil, 'end'),
  };
  const key = signLicence(payload, readPrivateKey(read(required('private-key', options))));
  if (isStructured(context)) output.record({ key, ...payload });
  else output.text(key);
}

async function verify(host: Host, { args, options, output }: CommandContext): Promise<ExitCode> {
  const key = args.key ?? '';
  const product = textOf(options.product) ?? productOf(key);
  if (product === null) {
    output.warn('This is not a license key, or its product is missing. Pass --product. (license_malformed)');
    return 2;
  }
  const { valid, code, message, license } = await host.licences.verify(product, key);
  if (valid && license) {
    output.record({ ...license });
    return 0;
  }
  output.warn(`${message} (${code})`);
  return 2;
}

/** Reads the product of a key without verifying its signature. */
function productOf(key: string): string | null {
  const payload = readKey(key)?.payload;
  const product = isRecord(payload) ? payload.product : null;
  return isProduct(product) ? product : null;
}

/** Parses a time in UTC. A date alone means its start or end. */
function timeOf(option: string, value: unknown, edge: 'start' | 'end'): string | null {
  if (value === undefined) return null;
  const text = String(value);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const time = new Date(isDay ? `${text}T${edge === 'end' ? '23:59:59' : '00:00:00'}Z` : text);
  const isUtc = isDay || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text);
  if (isUtc && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, 10))) {
    return time.toISOString();
  }
  throw invalid(option, 'is not a date. Use a date such as 2027-12-31 or 2027-12-31T12:00:00Z.');
}

function domainOf(text: string): string {
  const domain = registrableHost(text);
  if (domain !== null) return domain;
  throw invalid('domain', `has "${text}", which is not a registrable domain. Use a domain such as example.com.`);
}

function listOf(value: unknown): string[] {
  const texts = (textOf(value) ?? '').split(',').map((text) => text.trim());
  return [...new Set(texts.filter((text) => text !== ''))];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** @param option name as written on the command line */
function required(option: string, options: Options): string {
  const value = options[option.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
  if (typeof value === 'string' && value !== '') return value;
  throw invalid(option, 'is needed.');
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = messageOf(error);
    throw invalid('private-key', `cannot be read: ${reason}`, error);
  }
}

function invalid(option: string, reason: string, cause?: unknown): HostError {
  return new HostError('cli_option_invalid', `--${option} ${reason}`, { status: 400, option }, { cause });
}
