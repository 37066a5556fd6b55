import { HostError } from '../../errors.js';
import type { Licences } from './licences.js';

/**
 * Licences API for one plugin, limited to its own product and that product's editions (`watermark/pro`). Other
 * products are rejected with HostError 403 `license_foreign_product`.
 */
export type OwnedLicences = Omit<Licences, 'sealStored'>;

export function createOwnedLicences(owner: string, licences: Licences): OwnedLicences {
  async function own(product: string): Promise<void> {
    if (product === owner || product.startsWith(`${owner}/`)) return;
    throw new HostError(
      'license_foreign_product',
      `"${owner}" cannot use licenses of "${product}", only of "${owner}" and of editions such as "${owner}/pro".`,
      { status: 403 },
    );
  }
  return {
    verify: (product, key) => own(product).then(() => licences.verify(product, key)),
    activate: (product, key) => own(product).then(() => licences.activate(product, key)),
    deactivate: (product) => own(product).then(() => licences.deactivate(product)),
    info: (product) => own(product).then(() => licences.info(product)),
  };
}
