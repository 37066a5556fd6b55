import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { HostOptions } from 'mortise';
import type { Attachment } from 'mortise/media';
import { type Watermark, watermark } from 'mortise/plugins';
import { type MediaSite, openMediaSite } from '../../core/media/media-site.js';
import { jpeg } from '../../core/media/pictures.js';

/** Site with the plugin and helpers to inspect its images. */
export interface WatermarkSite extends MediaSite {
  readonly plugin: Watermark;
  /** Returns the bytes that visitors get. */
  publicBytes(id: number, size?: string): Promise<Buffer>;
  /** Returns the checksums of all sizes that visitors get, by name. */
  fingerprint(id: number): Promise<Record<string, string>>;
  /** @throws if it does not exist */
  attachment(id: number): Promise<Attachment>;
  /** Returns stored files that belong to no displayed version and to no backup. */
  strays(): Promise<string[]>;
}

export async function openWatermarkSite(options: HostOptions = {}): Promise<WatermarkSite> {
  const site = await openMediaSite({ plugins: [watermark()], ...options });
  const { host } = site;
  const plugin = host.plugin('watermark');
  const publicBytes = async (id: number, size?: string): Promise<Buffer> => buffer(await host.media.read(id, size));
  const attachment = async (id: number): Promise<Attachment> => {
    const found = await host.media.get(id);
    if (!found) throw new Error(`The attachment ${id} is gone.`);
    return found;
  };
  return {
    ...site,
    plugin,
    publicBytes,
    attachment,
    async fingerprint(id) {
      const sizes = ['full', ...Object.keys((await attachment(id)).sizes)];
      const entries = sizes.map(async (size) => [size, sha256(await publicBytes(id, size))] as const);
      return Object.fromEntries(await Promise.all(entries));
    },
    async strays() {
      const ids = await host.media.idsAfter(0, 10_000);
      const attachments = await Promise.all(ids.map(attachment));
      const files = await site.files();
      const named = attachments.reduce((sum, { sizes }) => sum + 1 + Object.keys(sizes).length, 0);
      const inLibrary = files.filter((file) => file.startsWith('_media/'));
      const records = await plugin.backups.after(0, 100_000);
      const backupFiles = new Set(records.map(({ backupFile }) => `watermark/${backupFile}`));
      const others = files.filter((file) => !file.startsWith('_media/') && !backupFiles.has(file));
      return [...others, ...(inLibrary.length === named ? [] : [`${inLibrary.length} files of ${named}`])];
    },
  };
}

/** Calls a route of the plugin. @param as a user id, null for a visitor */
export async function callRoute(
  { host }: Pick<WatermarkSite, 'host'>,
  method: string,
  path: string,
  { body, as }: { readonly body: object | undefined; readonly as: number | null },
): Promise<{ status: number; data: Record<string, unknown> }> {
  const options = { ...(as === null ? {} : { as }), ...(body === undefined ? {} : { body }) };
  const { status, data } = await host.request(method, `/vendor-cms-watermark/v1${path}`, options);
  return { status, data: data as Record<string, unknown> };
}

/** Uploads this many images that can be marked. @returns their ids */
export async function uploadSome({ host }: Pick<WatermarkSite, 'host'>, count: number): Promise<number[]> {
  const content = await jpeg(260, 220);
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.push((await host.media.create(content, { filename: 'barn.jpg' })).id);
  }
  return ids;
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
