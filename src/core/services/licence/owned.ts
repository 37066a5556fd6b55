import { HostError } from '../../errors.js';
import type { Licences } from './licences.js';

/**
 * Licences in the hands of one plugin: those of its own product and its editions, `watermark` and `watermark/pro`. A
 * product of another plugin is refused with HostError 403 `license_foreign_product`.
 */
export type OwnedLicences = Omit<Licences, 'sealStored'>;

export function createOwnedLicences(owner: string, licences: Licences): OwnedLicences {
  async function own(product: string): Promise<void> {
    if (product === owner || product.startsWith(`${owner}/`)) return;
    throw new HostError(
      'license_foreign_product',
      `"${owner}" cannot use licences of "${product}", only of "${owner}" and of editions such as "${owner}/pro".`,
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
