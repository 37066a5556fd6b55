import type { S3Client } from '@aws-sdk/client-s3';
import { HostError } from '../../errors.js';
import { trimSlashes } from '../../trim-slashes.js';

/** S3 packages, loaded only if a site stores its files in a bucket. */
export type S3Packages = typeof import('@aws-sdk/client-s3') & Pick<typeof import('@aws-sdk/lib-storage'), 'Upload'>;

/** Time limits in milliseconds. */
export interface S3Times {
  /** Limit for opening a connection. */
  readonly connect: number;
  /** Limit for a response, including sending the request body: one part of an upload. */
  readonly response: number;
  /** Maximum time without any traffic. */
  readonly idle: number;
}

export const S3_TIMES: S3Times = { connect: 3_000, response: 60_000, idle: 120_000 };

/** Bucket configuration, parsed from the option `storage`. */
export interface S3Address {
  readonly bucket: string;
  /** Key prefix: '' or a path with a trailing slash. */
  readonly folder: string;
  readonly region: string;
  /** Null for Amazon S3. */
  readonly endpoint: string | null;
  readonly forcePathStyle: boolean;
  /** Null if the environment of the process provides them. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

const KNOWN_PARAMETERS = new Set(['region', 'endpoint', 'forcePathStyle']);

/**
 * Parses `s3://key:secret@bucket/folder?region=eu-central-1&endpoint=https://...&forcePathStyle=true`.
 * @throws HostError `config_invalid`, without the URL, since it may contain a secret
 */
export function parseS3Address(url: string): S3Address {
  const address = new URL(url);
  for (const name of address.searchParams.keys()) {
    if (!KNOWN_PARAMETERS.has(name)) throw invalid(`"${name}" is not a parameter of a bucket URL`);
  }
  const endpoint = address.searchParams.get('endpoint');
  if (endpoint !== null && !(URL.canParse(endpoint) && /^https?:/.test(endpoint))) {
    throw invalid('its endpoint is not a URL such as https://storage.example.com');
  }
  if ((address.username === '') !== (address.password === ''))
    throw invalid('it has an incomplete key. Use key:secret@bucket');
  const folder = trimSlashes(decodeURIComponent(address.pathname));
  return {
    bucket: address.hostname,
    folder: folder === '' ? '' : `${folder}/`,
    region: address.searchParams.get('region') ?? 'us-east-1',
    endpoint,
    forcePathStyle: /^(?:1|true)$/.test(address.searchParams.get('forcePathStyle') ?? ''),
    credentials:
      address.username === ''
        ? null
        : {
            accessKeyId: decodeURIComponent(address.username),
            secretAccessKey: decodeURIComponent(address.password),
          },
  };
}

/** @throws HostError `storage_package_missing` with the packages to install */
export async function loadS3Packages(
  load: () => Promise<S3Packages> = async () => ({
    ...(await import('@aws-sdk/client-s3')),
    ...(await import('@aws-sdk/lib-storage')),
  }),
): Promise<S3Packages> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    const message =
      'S3 storage needs two more packages. Install them: npm install @aws-sdk/client-s3 @aws-sdk/lib-storage';
    throw new HostError('storage_package_missing', message, {}, { cause: error });
  }
}

export function createS3Client(packages: S3Packages, address: S3Address, times: S3Times): S3Client {
  return new packages.S3Client({
    region: address.region,
    forcePathStyle: address.forcePathStyle,
    ...(address.endpoint === null ? {} : { endpoint: address.endpoint }),
    ...(address.credentials ? { credentials: address.credentials } : {}),
    maxAttempts: 3,
    // Trailing checksums are newer than most S3-compatible servers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: times.connect,
      requestTimeout: times.response,
      throwOnRequestTimeout: true,
      socketTimeout: times.idle,
    },
  });
}

function invalid(reason: string): HostError {
  const message = `The option storage is invalid: ${reason}. Use a URL such as s3://key:secret@bucket?region=eu-central-1.`;
  return new HostError('config_invalid', message, { status: 500, option: 'storage' });
}
