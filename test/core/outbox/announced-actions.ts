declare module '../../../src/hooks/names.js' {
  interface Actions {
    /** Test event: an order was placed. */
    acme_ordered(order: { readonly number: number; readonly at?: Date }): void | Promise<void>;
    acme_paid(order: { readonly number: number }): void | Promise<void>;
  }
}

export type {};
