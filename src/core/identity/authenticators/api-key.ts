import { HostError } from '../../errors.js';
import type { AuthRequest } from '../../http/auth-request.js';
import { requestHeader } from '../../http/request-header.js';
import type { ApiKeys } from '../api-keys.js';
import type { Authenticator } from '../authenticator.js';
import { assertPrivateChannel } from '../private-channel.js';
import type { Users } from '../users.js';

/** Header in which every host accepts API keys. Plugins can add more with their permissions. */
export const API_KEY_HEADER = 'x-api-key';

export interface ApiKeyOptions {
  readonly apiKeys: Pick<ApiKeys, 'verify'>;
  readonly users: Pick<Users, 'get'>;
  /** Additional headers that carry keys, in lower case. */
  readonly apiKeyHeaders: () => readonly string[];
  readonly allowInsecureAuth?: boolean | undefined;
}

/** Authenticates API keys, sent in their own header or as `Authorization: Bearer vk_...`. */
export function apiKeyAuthenticator(options: ApiKeyOptions): Authenticator {
  const { apiKeys, users, apiKeyHeaders } = options;
  const name = 'api-key';

  function keyOf(request: AuthRequest): string | null {
    let key = requestHeader(request, API_KEY_HEADER);
    for (const header of apiKeyHeaders()) key ??= requestHeader(request, header);
    if (key !== undefined) return key;
    return /^bearer +(vk_.*)$/i.exec(requestHeader(request, 'authorization') ?? '')?.[1] ?? null;
  }

  return {
    name,
    claims: (request) => keyOf(request) !== null,
    async authenticate(request) {
      assertPrivateChannel(request, { what: 'API keys', allowInsecureAuth: options.allowInsecureAuth });
      const record = await apiKeys.verify(keyOf(request)?.trim() ?? '', request.remoteAddress);
      if (!record) throw invalidApiKey();
      const user = record.userId === null ? null : await users.get(record.userId);
      if (record.userId !== null && !user) throw invalidApiKey();
      return { user, via: 'explicit', method: name, session: '', credentialId: record.id, scopes: record.scopes };
    },
  };
}

function invalidApiKey(): HostError {
  return new HostError(
    'rest_invalid_api_key',
    'This API key is not valid. Check that it is complete and has not been revoked or rotated.',
    { status: 401 },
  );
}
