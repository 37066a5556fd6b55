// Site with images in its media library, stored in a folder.
import path from 'node:path';
import { watermark } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';

const NAMESPACE = '/vendor-cms-watermark/v1';
/** Images per call: the default of the API. */
export const PAGE = 10;

/** Opens the site. @param folder location of its database and files */
export async function openSite(folder) {
  const host = await createTestHost({
    database: `sqlite:${path.join(folder, 'site.db')}`,
    storage: `file:${path.join(folder, 'files')}`,
    plugins: [watermark()],
    // Matches production.
    debug: false,
  });
  const plugin = host.plugin('watermark');

  return {
    host,
    plugin,
    /** Uploads files, including their sizes. @returns their ids */
    async upload(files) {
      const ids = [];
      for (const file of files) {
        ids.push((await host.media.create({ path: file }, { filename: path.basename(file) })).id);
      }
      return ids;
    },
    /** Makes one API call and throws unless it processes all images. */
    async call(endpoint, as, body) {
      const { status, data } = await host.request('POST', `${NAMESPACE}/${endpoint}`, { as, body });
      if (status !== 200 || data.failed > 0) throw new Error(`${endpoint} answered ${status}: ${JSON.stringify(data)}`);
      return data;
    },
    /** Resets images to their originals without any history. */
    async forget(ids) {
      for (const id of ids) {
        await plugin.backups.removeAll(id);
        await plugin.pictures.remove(id);
      }
    },
  };
}
