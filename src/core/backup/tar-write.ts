import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { HostError } from '../errors.js';

const BLOCK = 512;
/** Limit of an eleven-digit octal number. */
const OCTAL_LIMIT = 8 ** 11;

/** Length in bytes and SHA-256 (64 hex digits) of a written entry. */
export interface WrittenEntry {
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes a standard tar archive, entry by entry, of any size. */
export interface TarWriter {
  add(name: string, content: Buffer): Promise<WrittenEntry>;
  /**
   * @param bytes expected length
   * @throws HostError `backup_source_changed` if the actual length differs
   */
  addStream(name: string, bytes: number, content: Readable): Promise<WrittenEntry>;
  /** Ends the archive. */
  end(): Promise<void>;
}

/** Implements the subset of POSIX ustar that a backup needs: plain files with short names. */
export function createTarWriter(handle: FileHandle): TarWriter {
  async function write(data: Buffer): Promise<void> {
    for (let offset = 0; offset < data.length; ) {
      offset += (await handle.write(data, offset, data.length - offset)).bytesWritten;
    }
  }

  const pad = (bytes: number): Promise<void> => write(Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK));

  return {
    async add(name, content) {
      await write(header(name, content.length));
      await write(content);
      await pad(content.length);
      return { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
    },
    async addStream(name, bytes, content) {
      await write(header(name, bytes));
      const hash = createHash('sha256');
      let written = 0;
      for await (const chunk of content) {
        const data = Buffer.from(chunk as Uint8Array);
        written += data.length;
        if (written > bytes) break;
        hash.update(data);
        await write(data);
      }
      if (written !== bytes) throw changed(name);
      await pad(bytes);
      return { bytes, sha256: hash.digest('hex') };
    },
    end: () => write(Buffer.alloc(2 * BLOCK)),
  };
}

function header(name: string, bytes: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, 100, 'utf8');
  block.write('0000600\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  if (bytes < OCTAL_LIMIT) block.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  else {
    // Larger sizes are binary numbers with the highest bit set, which all current programs read.
    block.writeUInt8(0x80, 124);
    block.writeBigUInt64BE(BigInt(bytes), 128);
  }
  block.write('00000000000\0', 136);
  block.write('        ', 148);
  block.write('0', 156);
  block.write('ustar\x0000', 257, 'latin1');
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** Sum of all header bytes, with the checksum field counted as spaces. */
export function checksum(block: Buffer): number {
  return block.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0);
}

function changed(name: string): HostError {
  return new HostError('backup_source_changed', `A file changed while it was read ("${name}"). Run the command again.`);
}
