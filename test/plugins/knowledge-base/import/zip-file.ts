import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

export interface PackedFile {
  readonly content: string | Uint8Array;
  /** Unix mode including the file type. Default: a regular file. */
  readonly mode?: number;
  readonly compress?: boolean;
}

/** Creates a zip as common tools do. Names that end in `/` are folders. */
export async function zipOf(files: Readonly<Record<string, string | PackedFile>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, entry] of Object.entries(files)) {
    if (name.endsWith('/')) {
      zip.addEmptyDirectory(name);
      continue;
    }
    const { content, mode = 0o100644, compress = true } = typeof entry === 'string' ? { content: entry } : entry;
    zip.addBuffer(Buffer.from(content), name, { mode, compress });
  }
  zip.end();
  return buffer(zip.outputStream);
}

/** Replaces text everywhere in a zip, to create one that no tool would. */
export function patched(zip: Buffer, from: string, to: string): Buffer {
  if (from.length !== to.length) throw new Error('What is put in must be as long as what it stands for');
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}

/** Sets a bit in the flags of every file, in its local and its central header. */
export function flagged(zip: Buffer, bit: number): Buffer {
  const copy = Buffer.from(zip);
  for (const [signature, offset] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const) {
    for (let at = copy.indexOf(signature, 0, 'latin1'); at >= 0; at = copy.indexOf(signature, at + 4, 'latin1')) {
      copy.writeUInt16LE(copy.readUInt16LE(at + offset) | bit, at + offset);
    }
  }
  return copy;
}
