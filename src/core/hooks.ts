import type { TemplateLocation } from './pages/template-locations.js';

declare module '../hooks/names.js' {
  interface Actions {
    /** The site asked for the handler: this process is going to answer visitors. */
    host_serving(): void | Promise<void>;
  }
  interface Filters {
    /** Where a template is looked for; a location with a priority below 10 wins over the site's own folder. */
    template_locations(locations: TemplateLocation[], template: string, data: object): TemplateLocation[];
  }
}
