import type { HeldCapability } from '../access/names.js';
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

/** A request for a page of the admin area: somebody is logged in and has the page's capability. */
export interface AdminRequest<Parameter extends string = string> extends PageRequest {
  readonly user: User;
  /** What stands in the place of the `{names}` of the page's path. */
  readonly params: Readonly<Record<Parameter, string>>;
  /** Texts of the core and its admin area, in the language of the site. */
  readonly strings: Strings;
  /** The form that was sent and refused, to be shown again as it was filled in; null when there was none. */
  readonly refused: RefusedForm | null;
  /** The form that an action has come back to show what would become of it; null when there was none. */
  readonly previewed: PreviewedForm | null;
  /** The address of a page of the admin area: `link('/users', { role: 'editor' })`. */
  link(path: string, query?: Query): string;
}

/** A form that was sent to be looked at again, and has done nothing yet. */
export interface PreviewedForm {
  readonly action: string;
  readonly form: SubmittedForm;
}

/** A form that could not be accepted. */
export interface RefusedForm extends PreviewedForm {
  /** What is wrong, by field. */
  readonly errors: Readonly<Record<string, string>>;
  /** What is wrong with all of it. */
  readonly message: string;
  /** Of the answer. */
  readonly status: number;
  /** Set by the form that shows it; what no form shows becomes a notice. */
  isShown: boolean;
}

/** What an action of a page answers: where to go and what to say there. Nothing leads back to the page itself. */
export interface ActionOutcome {
  /** A path below the admin area, with a query if need be; default: the page that the form is on. */
  readonly to?: string;
  /** Shown once, on the next page. */
  readonly notice?: string | { readonly kind: NoticeKind; readonly text: string };
  /** `Set-Cookie` values for the answer. */
  readonly cookies?: readonly string[];
  /**
   * Shown once and at once: the page that the form was sent to is the answer, with this above it. Nothing leads on, since
   * a secret in an address or a cookie would outlive its showing. Have the form sent with a ticket, so that a reload
   * does not make another one.
   */
  readonly secret?: IssuedSecret;
  /**
   * Nothing was done yet: the page that the form was sent to is the answer, with the form as it was filled in and, as
   * `previewed`, what its `load` tells of. Fields named here have these values in place of what was sent: the text of a
   * file, which no browser sends twice. Several are those of boxes of one group.
   */
  readonly preview?: Readonly<Record<string, string | readonly string[]>>;
}

/** What can be read this once and never again. */
export interface IssuedSecret {
  /** What has happened: `The API key has been created`. */
  readonly title: string;
  /** What the field holds: `API key`. */
  readonly label: string;
  readonly value: string;
}

export type NoticeKind = 'info' | 'success' | 'warning' | 'error';

/**
 * Handles a form of a page: its nonce is good, it came from this site, and the person has the page's capability. A
 * HostError with a status from 400 to 499 (but 404 and 410) shows the form again, with what was typed.
 */
export type AdminAction<Parameter extends string = string> = (
  request: AdminRequest<Parameter>,
  form: SubmittedForm,
  /** Gone when the form has been answered. */
  files: readonly UploadedFile[],
) => ActionOutcome | PageResponse | undefined | Promise<ActionOutcome | PageResponse | undefined>;

/** What stands above a page's content. */
export interface AdminHeading {
  /** Default: the page's title. */
  readonly title?: string;
  readonly lead?: string;
  /** Links to what can be done from here. */
  readonly actions?: readonly HeadingAction[];
}

export interface HeadingAction {
  readonly label: string;
  readonly link: string;
  /** Drawn as the main thing to do. */
  readonly primary?: boolean;
}

export type TemplateName = keyof TemplateData & string;

/** A page below `/admin`. */
export interface AdminPage<Path extends string, Name extends TemplateName> {
  /** `/recipes`, or with parameters `/recipes/{id}`; a fixed path wins over one with parameters. */
  readonly path: Path;
  readonly title: LocalText;
  /** Who may see the page and send its forms; `authenticated` is everybody with an account. */
  readonly capability: HeldCapability | 'authenticated';
  /** Name of one of our drawings, or an `<svg aria-hidden="true">` of 24 by 24. */
  readonly icon?: AdminIcon | SafeHtml;
  /** Heading that it stands under in the menu: `content`, `people`, `settings`, `site`, or one of your own. */
  readonly section?: string;
  /** Lower ones come first; default 50. */
  readonly order?: number;
  /** Path of the page above this one. Pages with a parent or with parameters are not in the menu. */
  readonly parent?: string;
  readonly template: Name;
  /** Gets the template's data; a response is sent as it is. */
  readonly load: (
    request: AdminRequest<PathParameters<Path>>,
  ) => TemplateData[Name] | PageResponse | Promise<TemplateData[Name] | PageResponse>;
  readonly heading?: (
    data: TemplateData[Name],
    request: AdminRequest<PathParameters<Path>>,
  ) => AdminHeading | Promise<AdminHeading>;
  /** What the forms of the page may bring along besides fields; without it no files. */
  readonly uploads?: UploadRules;
  /**
   * What is said of a file that is larger than that: the page comes again with it, without what was typed, which was not
   * read. Default: a page of its own that says so.
   */
  readonly uploadTooLarge?: (request: AdminRequest<PathParameters<Path>>) => string;
  /** Bytes of the fields of its forms, default 1 MiB: for those that hold long texts. */
  readonly formLimit?: number;
  /** What the forms of the page do, by name. */
  readonly actions?: Readonly<Record<string, AdminAction<PathParameters<Path>>>>;
  /** Assets as `namespace/file`, added to those of the frame. */
  readonly stylesheets?: readonly string[];
  readonly scripts?: readonly string[];
  /** What these scripts import by name, each an asset as `namespace/file`. */
  readonly modules?: Readonly<Record<string, string>>;
  /** What its scripts need of the policy beyond the usual. */
  readonly policy?: Pick<PolicyNeeds, 'inlineStyles' | 'ownFrames'>;
  /** It needs the whole window: the menu is a drawer at any width, and what stands above the content is for the ear alone. */
  readonly wholeWindow?: boolean;
}

/** A page with its types erased, as the registry keeps it; `load` and the template's type agree since `page` checked it. */
export interface RegisteredAdminPage
  extends Omit<AdminPage<string, TemplateName>, 'actions' | 'heading' | 'load' | 'template' | 'uploadTooLarge'> {
  readonly owner: string;
  readonly template: string;
  readonly load: (request: AdminRequest) => unknown;
  readonly heading: (data: object, request: AdminRequest) => AdminHeading | Promise<AdminHeading>;
  readonly actions: Readonly<Record<string, AdminAction>>;
  readonly uploadTooLarge?: (request: AdminRequest) => string;
}

/** Whether a loader or an action has answered by itself. */
export function isPageResponse(value: unknown): value is PageResponse {
  return typeof value === 'object' && value !== null && 'status' in value && 'headers' in value && 'body' in value;
}
