/** Types of the parts of wpapi that the tests use. The package has none. */
declare module 'wpapi' {
  namespace WPAPI {
    interface Paging {
      readonly total: number;
      readonly totalPages: number;
      readonly links: Readonly<Record<string, string>>;
      readonly next?: Request;
      readonly prev?: Request;
    }
    type Body = Readonly<Record<string, unknown>>;
    /** Every setter returns the request itself. A request is sent when it is awaited. */
    interface Request extends PromiseLike<unknown> {
      param(name: string, value: unknown): Request;
      id(id: number): Request;
      page(page: number): Request;
      perPage(items: number): Request;
      search(text: string): Request;
      status(status: string | readonly string[]): Request;
      edit(): Request;
      file(path: string, name?: string): Request;
      embed(): Request;
      headers(): Promise<Readonly<Record<string, string>>>;
      get(): Promise<unknown>;
      create(body: Body): Promise<unknown>;
      update(body: Body): Promise<unknown>;
      delete(body?: Body): Promise<unknown>;
      toString(): string;
    }
    type Factory = () => Request;
    interface RouteOptions {
      readonly methods?: readonly string[];
      readonly params?: readonly string[];
    }
  }

  class WPAPI {
    static discover(url: string): Promise<WPAPI>;
    constructor(options: { readonly endpoint: string; readonly routes?: Readonly<Record<string, unknown>> });
    auth(credentials: { readonly username: string; readonly password: string }): WPAPI;
    namespace(name: 'vendor-kb/v1'): { articles(): WPAPI.Request; categories(): WPAPI.Request };
    namespace(name: 'mortise/v1'): Record<'categories' | 'media' | 'pages' | 'posts' | 'tags', () => WPAPI.Request>;
    root(path?: string): WPAPI.Request;
    url(address: string): WPAPI.Request;
    registerRoute(namespace: string, path: string, options?: WPAPI.RouteOptions): WPAPI.Factory;
  }

  export = WPAPI;
}
