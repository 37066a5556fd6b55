import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFile } from '../../../../src/plugins/knowledge-base/content/export/file-target.js';
import { openFolder } from '../../../../src/plugins/knowledge-base/content/export/folder-target.js';
import { openZip } from '../../../../src/plugins/knowledge-base/content/export/zip-target.js';

describe('unwritable export path', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-place-'));
    await writeFile(path.join(folder, 'file'), '');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const refused = { code: 'vendor_kb_export_place', status: 400 };

  it('is rejected with its name, in a missing folder or below a file', async () => {
    await expect(openFile(path.join(folder, 'no', 'x.json'), { force: false })).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('x.json'),
    });
    for (const open of [openFile, openFolder, openZip]) {
      await expect(open(path.join(folder, 'file', 'x'), { force: false })).rejects.toMatchObject(refused);
    }
  });
});
