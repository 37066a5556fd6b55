import type { PrimitiveCapability } from '../access/names.js';
import type { SafeHtml } from '../html/safe-html.js';
import type { Query } from '../http/query.js';
import type { UploadedFile, UploadRules } from '../http/uploads.js';
import type { PolicyNeeds } from '../pages/csp.js';
import type { PageRequest, PageResponse } from '../pages/router.js';
import type { PathParameters } from '../rest/route.js';
import type { TemplateData } from '../templates/names.js';
import type { LocalText, Strings } from '../templates/strings.js';
import type { User } from '../user.js';
import type { AdminIcon } from './icons.js';
import type { SubmittedForm } from './submitted-form.js';

/** Request for an admin page, from a signed-in user with the page's required permission. */
export interface AdminRequest<Parameter extends string = string> extends PageRequest {
  readonly user: User;
  /** Path parameters, by their `{name}` in the page's path. */
  readonly params: Readonly<Record<Parameter, string>>;
  /** Texts of the core and its admin area, in the site's language. */
  readonly strings: Strings;
  /** Rejected form, to be shown again as it was filled in, or null. */
  readonly refused: RefusedForm | null;
  /** Form whose action requested a preview, or null. */
  readonly previewed: PreviewedForm | null;
  /** Builds the URL of an admin page: `link('/users', { role: 'editor' })`. */
  link(path: string, query?: Query): string;
}

/** Form that was submitted for a preview and has not been processed. */
export interface PreviewedForm {
  readonly action: string;
  readonly form: SubmittedForm;
}

/** Form that failed validation. */
export interface RefusedForm extends PreviewedForm {
  /** Error messages by field. */
  readonly errors: Readonly<Record<string, string>>;
  /** Error message for the whole form. */
  readonly message: string;
  /** HTTP status of the response. */
  readonly status: number;
  /** Set by the form that displays the errors. If no form does, they become a notice. */
  isShown: boolean;
}

/** Result of a page's action: the redirect target and a notice. By default it redirects to the page itself. */
export interface ActionOutcome {
  /** Path below the admin area, with an optional query. Default: the page of the form. */
  readonly to?: string;
  /** Notice shown once, on the next page. */
  readonly notice?: string | { readonly kind: NoticeKind; readonly text: string };
  /** `Set-Cookie` values for the response. */
  readonly cookies?: readonly string[];
  /**
   * Secret shown once, above the page that the form was sent to, without a redirect.
   * A secret in a URL or cookie would outlive its display. Add a ticket to the form, so that a reload creates no
   * second one.
   */
  readonly secret?: IssuedSecret;
  /**
   * Renders the page with the form as it was filled in and, as `previewed`, whatever its `load` adds. Nothing is
   * saved. Fields named here replace the submitted ones, e.g. with the text of a file, which browsers do not send
   * twice. Several values are those of one checkbox group.
   */
  readonly preview?: Readonly<Record<string, string | readonly string[]>>;
}

/** Secret that is shown once and never again. */
export interface IssuedSecret {
  /** Heading: `The API key has been created`. */
  readonly title: string;
  /** Label of the field: `API key`. */
  readonly label: string;
  readonly value: string;
}

/** Type of a notice. */
export type NoticeKind = 'info' | 'success' | 'warning' | 'error';

/**
 * Handles a form of a page, after nonce, origin and required permission were checked.
 * A HostError with a status from 400 to 499 (except 404 and 410) shows the form again, as it was filled in.
 */
export type AdminAction<Parameter extends string = string> = (
  request: AdminRequest<Parameter>,
  form: SubmittedForm,
  /** Uploaded files, deleted after the response. */
  files: readonly UploadedFile[],
) => ActionOutcome | PageResponse | undefined | Promise<ActionOutcome | PageResponse | undefined>;

/** Heading above a page's content. */
export interface AdminHeading {
  /** Default: the page's title. */
  readonly title?: string;
  readonly lead?: string;
  /** Links to actions. */
  readonly actions?: readonly HeadingAction[];
}

export interface HeadingAction {
  readonly label: string;
  readonly link: string;
  /** Whether it is drawn as the primary action. */
  readonly primary?: boolean;
}

export type TemplateName = keyof TemplateData & string;

/** Page below `/admin`. */
export interface AdminPage<Path extends string, Name extends TemplateName> {
  /** `/recipes`, or with parameters `/recipes/{id}`. A fixed path takes precedence over one with parameters. */
  readonly path: Path;
  readonly title: LocalText;
  /** Required permission to view the page and submit its forms. `authenticated` admits every user. */
  readonly capability: PrimitiveCapability | 'authenticated';
  /** Name of a built-in icon, or an `<svg aria-hidden="true">` of 24 by 24. */
  readonly icon?: AdminIcon | SafeHtml;
  /** Menu section: `content`, `people`, `settings`, `site`, or a custom one. */
  readonly section?: string;
  /** Position in the menu, ascending. Default: 50. */
  readonly order?: number;
  /** Path of the parent page. Pages with a parent or with parameters are not in the menu. */
  readonly parent?: string;
  readonly template: Name;
  /** Loads the template's data. A response is sent as is. */
  readonly load: (
    request: AdminRequest<PathParameters<Path>>,
  ) => TemplateData[Name] | PageResponse | Promise<TemplateData[Name] | PageResponse>;
  readonly heading?: (
    data: TemplateData[Name],
    request: AdminRequest<PathParameters<Path>>,
  ) => AdminHeading | Promise<AdminHeading>;
  /** Upload rules for the page's forms. Without them, no files are accepted. */
  readonly uploads?: UploadRules;
  /**
   * Returns the error message for a file over the size limit. The page is shown again without the form values, which
   * were not read. Default: a separate error page.
   */
  readonly uploadTooLarge?: (request: AdminRequest<PathParameters<Path>>) => string;
  /** Maximum size of the form fields in bytes, for forms with long texts. Default: 1 MiB. */
  readonly formLimit?: number;
  /** Actions of the page's forms, by name. */
  readonly actions?: Readonly<Record<string, AdminAction<PathParameters<Path>>>>;
  /** Assets as `namespace/file`, in addition to those of the admin layout. */
  readonly stylesheets?: readonly string[];
  readonly scripts?: readonly string[];
  /** Import map of these scripts: each module as an asset `namespace/file`. */
  readonly modules?: Readonly<Record<string, string>>;
  /** Additional permissions its scripts need in the Content-Security-Policy. */
  readonly policy?: Pick<PolicyNeeds, 'inlineStyles' | 'ownFrames'>;
  /** Whether the page needs the whole window: the menu is always a drawer, the heading only for screen readers. */
  readonly wholeWindow?: boolean;
}

/** Type-erased page in the registry. `page` has already checked that `load` matches the template. */
export interface RegisteredAdminPage
  extends Omit<AdminPage<string, TemplateName>, 'actions' | 'heading' | 'load' | 'template' | 'uploadTooLarge'> {
  readonly owner: string;
  readonly template: string;
  readonly load: (request: AdminRequest) => unknown;
  readonly heading: (data: object, request: AdminRequest) => AdminHeading | Promise<AdminHeading>;
  readonly actions: Readonly<Record<string, AdminAction>>;
  readonly uploadTooLarge?: (request: AdminRequest) => string;
}

/** Whether a loader or an action returned a complete response. */
export function isPageResponse(value: unknown): value is PageResponse {
  return typeof value === 'object' && value !== null && 'status' in value && 'headers' in value && 'body' in value;
}
