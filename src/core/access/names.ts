/**
 * Names of all capabilities. Plugins add theirs by declaration merging, which enables completion and type checks:
 *
 * ```ts
 * declare module 'mortise' {
 *   interface Capabilities { cook_recipes: true; edit_recipe: Recipe }
 * }
 * ```
 *
 * `true` marks a primitive capability. A meta capability has the type of the object it is checked against, and the
 * compiler rejects any other object.
 */
export interface Capabilities {
  manage_options: true;
  manage_webhooks: true;
  activate_plugins: true;
  manage_jobs: true;
  list_users: true;
  create_users: true;
  edit_users: true;
  promote_users: true;
  delete_users: true;
  import: true;
  export: true;
  unfiltered_html: true;
  moderate_comments: true;
  manage_categories: true;
  edit_posts: true;
  edit_others_posts: true;
  edit_published_posts: true;
  edit_private_posts: true;
  read_private_posts: true;
  publish_posts: true;
  delete_posts: true;
  delete_others_posts: true;
  delete_published_posts: true;
  delete_private_posts: true;
  edit_pages: true;
  edit_others_pages: true;
  edit_published_pages: true;
  edit_private_pages: true;
  read_private_pages: true;
  publish_pages: true;
  delete_pages: true;
  delete_others_pages: true;
  delete_published_pages: true;
  delete_private_pages: true;
  upload_files: true;
  read: true;
  edit_profile: true;
}

/**
 * Name of a declared capability, so that typos do not compile.
 * Convert names that are only known at runtime with `capabilityName`.
 */
export type CapabilityName = keyof Capabilities & string;

/** Capabilities that need no object. */
export type PrimitiveCapability = {
  [Name in CapabilityName]: Capabilities[Name] extends true ? Name : never;
}[CapabilityName];

/** Capabilities that are checked against an object of a declared type. */
export type MetaCapability = Exclude<CapabilityName, PrimitiveCapability>;

/** Type of the object that a capability is checked against. */
export type ObjectOf<Name extends CapabilityName> = Capabilities[Name] extends true ? unknown : Capabilities[Name];

/** Object argument of a check. Required for a meta capability with a declared object type. */
export type ObjectArgument<Name extends CapabilityName> = Name extends CapabilityName
  ? Capabilities[Name] extends true
    ? [object?: unknown]
    : [object: Capabilities[Name]]
  : never;

/** Capability check bound to one caller. */
export type Ask<Answer> = <Name extends CapabilityName>(
  capability: Name,
  ...object: ObjectArgument<Name>
) => Promise<Answer>;
