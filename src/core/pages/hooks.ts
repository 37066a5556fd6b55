import type { TemplateLocation } from './template-locations.js';

declare module '../../hooks/names.js' {
  interface Filters {
    /** Where a template is looked for; a location with a priority below 10 wins over the site's own folder. */
    template_locations(locations: TemplateLocation[], template: string, data: object): TemplateLocation[];
  }
}
