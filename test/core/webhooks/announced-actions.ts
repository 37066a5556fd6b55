import { definePlugin, type PluginContext } from '../../../src/index.js';

export interface Delivery {
  readonly number: number;
  readonly secret?: string;
}

declare module '../../../src/hooks/names.js' {
  interface Actions {
    /** Test action: a parcel was delivered. */
    acme_parcel_delivered(parcel: Delivery): void | Promise<void>;
    /** Test action: a parcel was lost. */
    acme_parcel_lost(parcel: Delivery): void | Promise<void>;
    /** Test action: a parcel was taken. */
    acme_parcel_taken(): void | Promise<void>;
  }
}

/** Plugin with two topics. One omits a field and sends nothing for some events. */
export function parcels(onSetup: (context: PluginContext) => void = () => undefined) {
  return definePlugin({
    name: 'acme-parcels',
    version: '1.0.0',
    setup(context) {
      context.webhooks.topic({
        action: 'acme_parcel_delivered',
        title: 'A parcel was delivered',
        payload: ({ number }) => (number < 0 ? null : { number }),
        sample: { number: 1 },
      });
      context.webhooks.topic({
        action: 'acme_parcel_lost',
        title: (locale) => (locale === 'de' ? 'Ein Paket ging verloren' : 'A parcel was lost'),
        payload: ({ number }) => ({ number }),
        sample: { number: 2 },
      });
      onSetup(context);
    },
  });
}
