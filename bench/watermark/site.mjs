// A site with pictures in its media library, in a folder.
import path from 'node:path';
import { watermark } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';

const NAMESPACE = '/vendor-cms-watermark/v1';
/** Pictures of a call: the default of the interface. */
export const PAGE = 10;

/** @param folder where its database and files are, or will be */
export async function openSite(folder) {
  const host = await createTestHost({
    database: `sqlite:${path.join(folder, 'site.db')}`,
    storage: `file:${path.join(folder, 'files')}`,
    plugins: [watermark()],
    // As in production.
    debug: false,
  });
  const plugin = host.plugin('watermark');

  return {
    host,
    plugin,
    /** Takes files in; the media library makes their sizes. @returns their ids */
    async upload(files) {
      const ids = [];
      for (const file of files) {
        ids.push((await host.media.create({ path: file }, { filename: path.basename(file) })).id);
      }
      return ids;
    },
    /** One call of the interface, which has to do all of its pictures. */
    async call(endpoint, as, body) {
      const { status, data } = await host.request('POST', `${NAMESPACE}/${endpoint}`, { as, body });
      if (status !== 200 || data.failed > 0) throw new Error(`${endpoint} answered ${status}: ${JSON.stringify(data)}`);
      return data;
    },
    /** Pictures as if nothing had ever been done with them; they show their originals. */
    async forget(ids) {
      for (const id of ids) {
        await plugin.backups.removeAll(id);
        await plugin.pictures.remove(id);
      }
    },
  };
}
