/**
 * 'mortise/admin': admin pages with their lists, forms, details and charts.
 *
 *     const query = listQuery(request, { sortable: ['title'] });
 *     const table = listTable(request, query, { caption: 'Recipes', columns, rows, total, empty: 'No recipes yet.' });
 */

export {
  type AdminBulk,
  type AdminBulkAction,
  type AdminCell,
  type AdminInput,
  type AdminList,
  type AdminListOptions,
  adminList,
  type CellContext,
} from './core/admin/admin-list.js';
export type {
  ActionOutcome,
  AdminAction,
  AdminHeading,
  AdminPage,
  AdminRequest,
  NoticeKind,
} from './core/admin/admin-page.js';
export { type BulkOptions, type BulkOutcome, bulkNotice, forEachTicked, tickedIds } from './core/admin/bulk.js';
export type { AdminMediaData, AdminMediaFileData, MediaItem } from './core/admin/core-pages/media/template-data.js';
export { csvFile } from './core/admin/csv-file.js';
export type {
  AdminBadge,
  AdminDetailData,
  AdminFact,
  AdminMetric,
  AdminPagePart,
  AdminProgress,
  AdminStepButton,
  AdminSteps,
} from './core/admin/detail-data.js';
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
export { type OrderingTexts, orderingTexts, submittedOrder, withMoved } from './core/admin/ordering.js';
export type {
  AdminArea,
  AdminAreaOptions,
  AreaData,
  AreaList,
  AreaPage,
  AreaRequest,
} from './core/admin/plugin-area.js';
export type { AdminCard, AdminNotice, AdminSection, OwnedAdmin } from './core/admin/registry.js';
export { formError, type SubmittedForm } from './core/admin/submitted-form.js';
export type {
  AdminCrumb,
  AdminDashboardData,
  AdminFormsData,
  AdminFrameData,
  AdminJobData,
  AdminLink,
  AdminListData,
  AdminMenuSection,
  AdminMessageData,
  AdminNoticeData,
  AdminRolesData,
  AdminSystemData,
  AdminTabbedData,
} from './core/admin/template-data.js';
export {
  type BarChart,
  type BarChartInput,
  barChart,
  type ChartPanelInput,
  type ChartSeriesInput,
  type ChartStep,
  type ChartTone,
} from './core/templates/bar-chart.js';
