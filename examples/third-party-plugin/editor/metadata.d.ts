export declare const metadata: {
  readonly apiVersion: 3;
  readonly name: 'acme/recipe-card';
  readonly title: string;
  readonly attributes: {
    readonly recipe: { readonly type: 'integer'; readonly minimum: 0; readonly default: 0 };
    readonly showPortions: { readonly type: 'boolean'; readonly default: true };
  };
};
