import { statfs } from 'node:fs/promises';
import os from 'node:os';
import { withoutPassword } from '../../database/address.js';
import { packageVersion } from '../../package-version.js';
import type { Strings } from '../../templates/strings.js';
import type { AdminSystemData } from '../template-data.js';
import type { CorePagesParts } from './core-pages.js';

/** Placeholders for secret values, which show only whether they are set. */
export const NOT_DISPLAYED = { set: Symbol('set'), unset: Symbol('not set') } as const;

/** Option value as shown to administrators. */
export type DisplayedOption = string | number | boolean | readonly string[] | symbol | undefined;

type Section = AdminSystemData['sections'][number];

export type SystemFactsParts = Pick<CorePagesParts, 'config' | 'db' | 'plugins' | 'registry' | 'displayedOptions'>;

const MEBIBYTE = 1024 * 1024;

/** Collects all sections of the system report. Terms are the names of the options and systems. */
export async function systemFacts(parts: SystemFactsParts, strings: Strings): Promise<Section[]> {
  return [
    software(strings),
    await database(parts, strings),
    plugins(parts, strings),
    options(parts, strings),
    await machine(parts, strings),
  ];
}

function software({ text }: Strings): Section {
  return {
    title: text('system.software'),
    rows: [
      { term: 'Mortise', text: packageVersion() },
      { term: 'Node.js', text: process.versions.node },
      { term: 'V8', text: process.versions.v8 },
      { term: 'OpenSSL', text: process.versions.openssl },
      { term: text('system.platform'), text: `${process.platform} ${process.arch}, ${os.release()}` },
    ],
  };
}

/** Reports on the database. An unreachable one must not break the rest of the report. */
async function database({ config, db }: SystemFactsParts, { text }: Strings): Promise<Section> {
  const title = text('system.database');
  const address = { term: text('system.address'), text: withoutPassword(config.database) };
  try {
    const before = performance.now();
    await db.ping();
    const latency = performance.now() - before;
    const { name, version, migrations } = await db.about();
    const applied = Object.entries(migrations).map(([owner, names]) => `${owner}: ${names.join(', ') || '–'}`);
    return {
      title,
      rows: [
        { term: text('system.server'), text: `${name} ${version}` },
        address,
        { term: text('system.latency'), text: `${latency.toFixed(1)} ms` },
        { term: text('system.migrations'), text: applied.join('\n') },
      ],
    };
  } catch (error) {
    config.log.error({ err: error }, 'The system report could not reach the database');
    return { title, rows: [address, { term: text('system.server'), text: text('system.no-database') }] };
  }
}

function plugins({ plugins: active, registry }: SystemFactsParts, { text, number }: Strings): Section {
  return {
    title: text('admin.plugins'),
    rows: [
      ...active.list().map(({ name, version }) => ({ term: name, text: version })),
      { term: text('admin.routes'), text: number(registry.routes().length) },
    ],
  };
}

function options({ displayedOptions }: SystemFactsParts, { text }: Strings): Section {
  const rows = Object.entries(displayedOptions).map(([term, value]) => ({ term, text: wordOf(value, text) }));
  return { title: text('system.options'), rows };
}

async function machine({ config }: SystemFactsParts, { text, number }: Strings): Promise<Section> {
  const memory = process.memoryUsage();
  const mebibytes = (bytes: number): string => `${number(Math.round(bytes / MEBIBYTE))} MiB`;
  const folder = String(config.uploadFolder ?? os.tmpdir());
  return {
    title: text('system.machine'),
    rows: [
      { term: text('system.environment'), text: process.env.NODE_ENV ?? text('system.not-set') },
      { term: text('system.running-for'), text: `${number(Math.round(process.uptime() / 60))} min` },
      {
        term: text('system.memory'),
        text: `${mebibytes(memory.rss)} (${mebibytes(os.freemem())} ${text('system.free')})`,
      },
      {
        term: text('system.load'),
        text: os
          .loadavg()
          .map((load) => load.toFixed(2))
          .join(', '),
      },
      { term: text('system.disk'), text: await freeSpace(process.cwd(), mebibytes) },
      { term: text('system.upload-disk'), text: await freeSpace(folder, mebibytes) },
    ],
  };
}

async function freeSpace(folder: string, mebibytes: (bytes: number) => string): Promise<string> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return `${mebibytes(bavail * bsize)} / ${mebibytes(blocks * bsize)}`;
  } catch {
    // A folder that is created on the first upload does not exist yet.
    return '–';
  }
}

function wordOf(value: DisplayedOption, text: Strings['text']): string {
  if (value === undefined || value === NOT_DISPLAYED.unset) return text('system.not-set');
  if (value === NOT_DISPLAYED.set) return text('system.set');
  return Array.isArray(value) ? value.join(', ') : String(value);
}
