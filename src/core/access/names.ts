/**
 * Every capability by name. Plugins add theirs by declaration merging, so that editors complete the names and the
 * compiler refuses others:
 *
 * ```ts
 * declare module 'mortise' {
 *   interface Capabilities { cook_recipes: true; edit_recipe: Recipe }
 * }
 * ```
 *
 * `true` is one that people hold. A meta capability, which is asked about an object, has the type of that object, and
 * then nobody can ask it about anything else.
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
 * A capability's name: the declared ones, so that a typing mistake does not compile. A name that is only known when the
 * program runs goes through `capabilityName`.
 */
export type CapabilityName = keyof Capabilities & string;

/** A name from settings, stored rules or a terminal. Nobody holds one that is not registered, so it opens no door. */
export function capabilityName(name: string): HeldCapability {
  return name as HeldCapability;
}

/** Those that can be asked about nothing. */
export type HeldCapability = {
  [Name in CapabilityName]: Capabilities[Name] extends true ? Name : never;
}[CapabilityName];

/** Those that are asked about an object whose type is known. */
export type AskedCapability = Exclude<CapabilityName, HeldCapability>;

/** What a capability is asked about. */
export type ObjectOf<Name extends CapabilityName> = Capabilities[Name] extends true ? unknown : Capabilities[Name];

/** The object of a question: of a meta capability with an object of its own, mandatory. */
export type AskedAbout<Name extends CapabilityName> = Name extends CapabilityName
  ? Capabilities[Name] extends true
    ? [object?: unknown]
    : [object: Capabilities[Name]]
  : never;

/** A question that somebody answers for one caller. */
export type Ask<Answer> = <Name extends CapabilityName>(
  capability: Name,
  ...object: AskedAbout<Name>
) => Promise<Answer>;
