import type { Access } from '../access/capabilities.js';
import { HostError } from '../errors.js';
import { type ApiKey, type ApiKeys, apiKeyNotFound, type IssuedApiKey, type NewApiKey } from '../identity/api-keys.js';
import type { CredentialActor, CredentialManagement } from './credential-management.js';

/**
 * API keys for one plugin's features: keys without a user whose scopes all belong to the plugin.
 * Creating, rotating and revoking them requires the usual permissions and is written to the audit log.
 */
export interface OwnedApiKeys {
  /** Lists the keys, newest first. */
  list(): Promise<readonly ApiKey[]>;
  /**
   * Creates a key.
   * @param actor request of the user who creates it
   * @throws HostError 400 `rest_api_key_invalid_name|scopes|expiry`, 403 `rest_forbidden`,
   *   `rest_credential_cannot_delegate`
   */
  create(actor: CredentialActor, details: Omit<NewApiKey, 'createdBy' | 'userId'>): Promise<IssuedApiKey>;
  /**
   * Replaces the secret of a key. The old secret stays valid for the overlap.
   * @param overlapHours hours; 0 ends the old secret immediately
   * @throws HostError 404 `rest_api_key_not_found`, 403 as in `create`
   */
  rotate(actor: CredentialActor, id: string, overlapHours: number): Promise<IssuedApiKey>;
  /**
   * Revokes a key.
   * @returns the deleted record
   * @throws HostError 404 `rest_api_key_not_found`
   */
  revoke(actor: CredentialActor, id: string): Promise<ApiKey>;
}

export function createOwnedApiKeys({
  owner,
  access,
  apiKeys,
  credentials,
}: {
  readonly owner: string;
  readonly access: Pick<Access, 'scopes'>;
  readonly apiKeys: Pick<ApiKeys, 'get' | 'list'>;
  readonly credentials: Pick<CredentialManagement, 'createApiKey' | 'revokeApiKey' | 'rotateApiKey'>;
}): OwnedApiKeys {
  const own = (): ReadonlySet<string> =>
    new Set(access.scopes().flatMap((scope) => (scope.owner === owner ? [scope.name] : [])));

  function isOwn({ scopes, userId }: Pick<ApiKey, 'scopes' | 'userId'>): boolean {
    const ownScopes = own();
    return userId === null && scopes.length > 0 && scopes.every((scope) => ownScopes.has(scope));
  }

  async function assertOwn(id: string): Promise<void> {
    const key = await apiKeys.get(id);
    if (!key || !isOwn(key)) throw apiKeyNotFound();
  }

  return {
    list: async () => (await apiKeys.list()).filter(isOwn),
    async create(actor, details) {
      const scopes = own();
      const foreign = details.scopes.find((scope) => !scopes.has(scope));
      if (foreign !== undefined) throw scopeInvalid(foreign, [...scopes]);
      return credentials.createApiKey(actor, details);
    },
    async rotate(actor, id, overlapHours) {
      await assertOwn(id);
      return credentials.rotateApiKey(actor, id, overlapHours);
    },
    async revoke(actor, id) {
      await assertOwn(id);
      return credentials.revokeApiKey(actor, id);
    },
  };
}

function scopeInvalid(scope: string, allowed: readonly string[]): HostError {
  const message = `"${scope}" is not a scope of these keys. Available: ${allowed.join(', ')}.`;
  return new HostError('rest_api_key_invalid_scopes', message, { status: 400, field: 'scopes' });
}
