import type { Column } from '#features/columns/schema.ts';
import type { Site } from './site.ts';

/** The JSON embedded in the HTML document. Without `loaderData` the page is a shell. */
export type Payload = {
  site: Site;
  columns: Column[];
  today: string;
  loaderData?: Record<string, unknown>;
};
