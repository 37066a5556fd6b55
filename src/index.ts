/**
 * The main entry point, for sites and plugins. Interfaces that plugins extend (`Actions`, `Filters`, `Tables`,
 * `Capabilities`, `TemplateData`, `PluginApis`) are in files exported with `export *`, because module augmentation
 * only reaches those.
 */

// Augmentations that nothing below refers to.
import './core/admin/form-tickets-table.js';
import './core/identity/user-access.js';
import './core/rest/idempotency-table.js';
import './core/services/jobs/tables.js';
import './core/services/rate-limit/tables.js';
import './core/services/schedule/tables.js';
import './core/settings/hooks.js';

export { type ColumnType, type Generated, type Insertable, type Selectable, sql, type Updateable } from 'kysely';
export type { OwnedBlocks } from './blocks/engine.js';
export { createHost } from './blocks/host.js';
export type {
  Access,
  CapabilityDescription,
  CapabilityTrace,
  FilterChange,
  MetaMapper,
  MetaOptions,
  OwnedAccess,
  RoleDescription,
  RoleTrace,
  ScopeDefinition,
  ScopeDescription,
  Verdict,
} from './core/access/capabilities.js';
export * from './core/access/names.js';
export type {
  EmailConfirmed,
  OwnedEmailConfirmations,
  PendingEmail,
  PendingEmails,
} from './core/accounts/email-confirmations.js';
export type { OwnedApiKeys } from './core/accounts/owned-api-keys.js';
export type {
  ActionOutcome,
  AdminAction,
  AdminHeading,
  AdminPage,
  AdminRequest,
  NoticeKind,
} from './core/admin/admin-page.js';
export { type BulkOptions, type BulkOutcome, bulkNotice, forEachTicked, tickedIds } from './core/admin/bulk.js';
export * from './core/admin/core-pages/media/template-data.js';
export { csvFile } from './core/admin/csv-file.js';
export * from './core/admin/detail-data.js';
export { detailHeading, detailPage, factsOf, pagePart, stepsForm } from './core/admin/detail-page.js';
export { createErrorTexts, type ErrorTexts } from './core/admin/error-texts.js';
export { adminForm, type FormData, type FormDefinition, hiddenFields } from './core/admin/form.js';
export type { FieldDefinition, FieldOption, FormField } from './core/admin/form-field.js';
export type { AdminIcon } from './core/admin/icons.js';
export { type ListQuery, type ListQueryOptions, listQuery } from './core/admin/list-query.js';
export {
  type BadgeKind,
  type ListCell,
  type ListColumn,
  type ListRow,
  type ListTable,
  type ListTableData,
  listTable,
} from './core/admin/list-table.js';
export { type OrderingWords, orderingWords, submittedOrder, withMoved } from './core/admin/ordering.js';
export type { AdminCard, AdminNotice, AdminSection, OwnedAdmin } from './core/admin/registry.js';
export { formError, type SubmittedForm } from './core/admin/submitted-form.js';
export * from './core/admin/template-data.js';
export {
  addDays,
  addYears,
  type Calendar,
  createCalendar,
  daysBetween,
  isDay,
  monthOf,
  weekOf,
} from './core/calendar.js';
export type {
  CommandContext,
  CommandDefinition,
  CommandOption,
  CommandOutput,
  ExitCode,
  OwnedCommands,
  Progress,
  Row,
} from './core/commands.js';
export { allEnded } from './core/concurrency/all-ended.js';
export { createGrouping, type GroupingOptions } from './core/concurrency/grouping.js';
export {
  createThreadPool,
  type ThreadFailure,
  type ThreadPool,
  type ThreadPoolOptions,
} from './core/concurrency/thread-pool.js';
export { serveTasks, type TaskTable } from './core/concurrency/thread-tasks.js';
export { createTurns, type NextTurn } from './core/concurrency/turns.js';
export { createWriteBuffer, type WriteBuffer, type WriteBufferOptions } from './core/concurrency/write-buffer.js';
export type { Content } from './core/content/content.js';
export type { ChangeContext, ChangeSource } from './core/content/hooks.js';
export type { ManagedPosts, PostCondition, PostViewer } from './core/content/managed-posts.js';
export { type ContentFormat, type Post, type PostStatus, type Posts, toPost } from './core/content/posts.js';
export type { PostInput, Publishing, Writer } from './core/content/publishing.js';
export { freeSlug, MAX_SLUG_LENGTH, slugify } from './core/content/slug.js';
export type { TermEditing, TermInput } from './core/content/term-editing.js';
export type { Term, Terms } from './core/content/terms.js';
export { EXCERPT_LENGTH, truncateText } from './core/content/truncate-text.js';
export type { MetaDefinition } from './core/content/types/meta-field.js';
export type { GuardedPost, PostAct } from './core/content/types/post-capabilities.js';
export type { PostFeature, PostType, PostTypeDefinition } from './core/content/types/post-type.js';
export type { Taxonomy, TaxonomyDefinition } from './core/content/types/taxonomy.js';
export type { OwnedSecrets } from './core/crypto/owned-secrets.js';
export type { OwnedSignatures } from './core/crypto/signatures.js';
export { type CsvCell, csvText } from './core/csv-text.js';
export type { DatabaseAddress, DatabasePool, DatabaseTls } from './core/database/address.js';
export { bool, json, utc } from './core/database/codec.js';
export { contains } from './core/database/contains.js';
export type { Database } from './core/database/database.js';
export type { FullText, FullTextQuery } from './core/database/full-text.js';
export type { Migration } from './core/database/migrate.js';
export type { SchemaBuilder } from './core/database/schema.js';
export * from './core/database/tables.js';
export * from './core/errors.js';
export { groupBy } from './core/group-by.js';
export type { RequestCms } from './core/host/callers.js';
export type { Config } from './core/host/config.js';
export { type CurrentHost, currentHost } from './core/host/current-host.js';
export type { FastifyPlugin } from './core/host/fastify.js';
export type { HandlerOptions } from './core/host/handler.js';
export type { Host } from './core/host/host.js';
export { defineConfig, type HostOptions, type UploadLimits } from './core/host/host-options.js';
export type { KoaMiddleware } from './core/host/koa.js';
export type { LogOption, SiteLogger } from './core/host/site-log.js';
export type { CspNonce, Identify } from './core/host/site-questions.js';
export * from './core/html/safe-html.js';
export { addressKey, networkKey } from './core/http/client-address.js';
export { hasEntityTag } from './core/http/entity-tags.js';
export { assertPublicHost, createPublicLookup, type PrivateAddress } from './core/http/public-lookup.js';
export type { Handler } from './core/http/send.js';
export type { AnyRequest } from './core/http/site-request.js';
export type { UploadedFile, UploadRules } from './core/http/uploads.js';
export { idOf } from './core/id-of.js';
export { parseEmail } from './core/identifiers.js';
export type { ApiKey, ApiKeys, NewApiKey } from './core/identity/api-keys.js';
export type { AuthEvent, AuthEvents, NewAuthEvent } from './core/identity/auth-events.js';
export type { AuthAttempt } from './core/identity/authenticate.js';
export type { ExternalUser, Identity } from './core/identity/authenticator.js';
export { type CookieOptions, serialiseCookie } from './core/identity/cookies.js';
export { REST_ACTION } from './core/identity/nonces.js';
export type { OAuthGrant, OAuthGrants } from './core/identity/oauth/grants.js';
export type { PasswordVerifier } from './core/identity/password-verifier.js';
export type { NewUser, Users } from './core/identity/users.js';
export { localDefaults } from './core/local-defaults.js';
export type { Attachment, AttachmentFields, AttachmentSize, FocalPoint } from './core/media/attachment.js';
export type { MediaCandidate } from './core/media/hooks.js';
export type {
  DraftFile,
  Media,
  MediaDraft,
  MediaSource,
  NewAttachment,
  ReplaceOptions,
} from './core/media/media.js';
export type { MediaQuery } from './core/media/media-queries.js';
export { canRunScripts } from './core/media/media-types.js';
export type { SizeDefinition, SizeDefinitions } from './core/media/sizes.js';
export {
  amountText,
  isCurrency,
  majorUnits,
  minorDigits,
  parseAmount,
  parsePercent,
  proportionOf,
  shareOf,
} from './core/money.js';
export { majorText, moneyText } from './core/money-text.js';
export type { NewOAuthClient, OAuthClient, OAuthClients } from './core/oauth/clients.js';
export type { HealthCheck, HealthReport, HealthStatus, OwnedHealth } from './core/operations/health.js';
export type { OptionDefinition } from './core/options/definition.js';
export * from './core/options/names.js';
export type { OptionEntry, OptionHandle, Options, OwnedOptions } from './core/options/options.js';
export type { Outbox } from './core/outbox/outbox.js';
export type { DeliveredEvent } from './core/outbox/relay.js';
export type { CspDirectives, CspOption } from './core/pages/csp.js';
export type { Layout, LayoutInput } from './core/pages/layout.js';
export type { LoginOptions } from './core/pages/login-links.js';
export type { ObservedPage, PageNote, PageObserver } from './core/pages/observers.js';
export type { Frame, RenderPage } from './core/pages/render.js';
export {
  type MountOptions,
  type OwnedPages,
  type PageHandler,
  type PageRequest,
  type PageResponse,
  page,
  redirect,
} from './core/pages/router.js';
export { type ApiCaller, apiPerPlugin } from './core/plugins/caller-api.js';
export type { WritePiece } from './core/plugins/export-file.js';
export type { PluginLifecycle } from './core/plugins/lifecycle.js';
export * from './core/plugins/plugin.js';
export type { PluginState, PluginStatus } from './core/plugins/plugin-states.js';
export type { Erasure, Person, PersonalGroup } from './core/privacy/personal-data.js';
export type { Privacy } from './core/privacy/privacy.js';
export { apiKey } from './core/rest/api-key-permission.js';
export { cacheJson } from './core/rest/cached-json.js';
export type { CorsOptions } from './core/rest/cors.js';
export type { Envelope } from './core/rest/envelope.js';
export { matchTags } from './core/rest/if-match.js';
export type { LimitVerdict, OwnedLimits } from './core/rest/owned-limits.js';
export type { LimitedCall, RateLimit } from './core/rest/rate-limit.js';
export type { EndpointTable, Route } from './core/rest/registry.js';
export { type RestFile, respondFile } from './core/rest/respond-file.js';
export { type PageInfo, paginate, type RestResponse, respond } from './core/rest/response.js';
export type {
  ApiKeyPermission,
  Argument,
  Arguments,
  ArgumentsInput,
  DeclareEndpoints,
  Endpoint,
  GroupEndpoint,
  Method,
  Permission,
  RestRequest,
  RouteDefinition,
  RouteGroup,
  RouteVerdict,
} from './core/rest/route.js';
export { ALLMETHODS, CREATABLE, DELETABLE, EDITABLE, READABLE } from './core/rest/route.js';
export type { ArgumentSchema, JsonSchema, ValueOf } from './core/schema/schema.js';
export type { StandardSchema } from './core/schema/standard-schema.js';
export {
  type CreateValidator,
  createValidators,
  type InvalidParameter,
  type InvalidParameters,
  type Validator,
} from './core/schema/validate.js';
export type { Versions } from './core/services/bus/versions.js';
export type { Cache, CacheOptions } from './core/services/cache/cache.js';
export type {
  AddOptions,
  Job,
  JobDefinition,
  JobFilter,
  JobProgress,
  JobQueue,
  JobStatus,
  Jobs,
  KnownJob,
  RunningJob,
  Working,
} from './core/services/jobs/jobs.js';
export type { LicenceOptions } from './core/services/licence/host-licences.js';
export type { Licences, LicenceVerdict } from './core/services/licence/licences.js';
export type { OwnedLicences } from './core/services/licence/owned.js';
export type {
  LicenceContext,
  LicenceDetails,
  LicenceProvider,
  ProviderVerdict,
} from './core/services/licence/provider.js';
export type { LicenceRecord, LicenceStatus } from './core/services/licence/record.js';
export { type RemoteLicencesOptions, remoteLicences } from './core/services/licence/remote-provider.js';
export type { Lease } from './core/services/locks/lease.js';
export type { LockHolder, LockOptions, Locks } from './core/services/locks/locks.js';
export type { Mail } from './core/services/mail/mail.js';
export type { MailMessage } from './core/services/mail/message.js';
export type { ByteRange, ObjectStore, PutOptions, StoredObject } from './core/services/objects/object-store.js';
export type { AddressOptions, OwnedObjects } from './core/services/objects/owned-objects.js';
export type { OwnedJobs } from './core/services/schedule/owned-jobs.js';
export {
  type ScheduleDefinition,
  type ScheduledJob,
  type ScheduledRun,
  type ScheduleState,
  type Schedules,
  scheduled,
} from './core/services/schedule/schedule.js';
export { cronFault } from './core/services/schedule/slots.js';
export { defineSettings, type SettingSchema, type SettingsGroup, type SettingsOf } from './core/settings/group.js';
export * from './core/settings/names.js';
export { createSettingTexts, type SettingTexts } from './core/settings/setting-texts.js';
export type { OwnedSettings, Settings } from './core/settings/settings.js';
export * from './core/templates/bar-chart.js';
export { daySteps } from './core/templates/day-steps.js';
export * from './core/templates/names.js';
export * from './core/templates/strings.js';
export * from './core/templates/template-data.js';
export type { TemplateFolder, TemplateLocation } from './core/templates/template-locations.js';
export type { TemplateModule, TemplateTools } from './core/templates/template-module.js';
export type {
  FolderOptions,
  OwnedTemplates,
  TemplateCandidate,
  TemplateCatalogue,
  TemplateQuestion,
  TemplateVariants,
} from './core/templates/templates.js';
export { createTemporaryFile, type TemporaryFile } from './core/temporary-file.js';
export type { LocalizedSite as Site } from './core/texts/localized-site.js';
export type { OwnedTexts } from './core/texts/owned-texts.js';
export { type AddedCatalogues, readCatalogues, type TextKey } from './core/texts/read-catalogues.js';
export { trimSlashes, trimTrailingSlashes } from './core/trim-slashes.js';
export type { User } from './core/user.js';
export { signWebhook, verifyWebhook } from './core/webhooks/signature.js';
export type { OwnedWebhooks, WebhookTopic } from './core/webhooks/topics.js';
export { freezeDeep } from './hooks/freeze.js';
export { HookError, HookTimeoutError, type TimeSpent } from './hooks/hook-error.js';
export type {
  CallbackFailure,
  Culprit,
  DispatchEvent,
  HookDefinition,
  HookDescription,
  HookEvents,
  HookExplanation,
  HookOptions,
  HookStatistics,
  Hooks,
  OwnedHooks,
  Subscription,
  SuspensionEvent,
  TapableHook,
  TracedCall,
  TracedDispatch,
  TraceOptions,
} from './hooks/hooks.js';
export * from './hooks/names.js';
