import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** In-process S3 server. It is more lenient than real servers. */
export interface BucketServer {
  /** Creates an empty bucket. @returns its URL for the option `storage` */
  freshBucket(): Promise<string>;
  address(bucket: string): string;
  stop(): Promise<void>;
}

/** Used part of s3rver, which has no types. */
interface S3rver {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}

export async function startBucketServer(): Promise<BucketServer> {
  const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver;
  const directory = await mkdtemp(path.join(tmpdir(), 'mortise-buckets-'));
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory });
  const { port } = await server.run();
  const address = (bucket: string): string =>
    `s3://S3RVER:S3RVER@${bucket}?region=us-east-1&endpoint=http://127.0.0.1:${port}&forcePathStyle=true`;
  return {
    address,
    async freshBucket() {
      const bucket = `test-${randomBytes(6).toString('hex')}`;
      await mkdir(path.join(directory, bucket));
      return address(bucket);
    },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
