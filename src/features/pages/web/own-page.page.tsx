import { ownPagePath, slugOfPath } from '#shared/own-page.ts';
import { Main } from '#ui/layout/main.tsx';
import { ReadingColumn } from '#ui/layout/reading-column.tsx';
import { withoutAlerts } from '#web/api.ts';
import { definePage } from '#web/page.ts';
import { PageHead } from '#web/parts/page-head.tsx';
import { PostBody } from '#web/parts/post/post-body.tsx';
import type { OwnPage } from '../schema.ts';

/** A page that the publisher wrote, such as 关于我们 (docs/product.md §28). */
export const page = definePage<OwnPage>({
  parameters: [],
  tags: () => ['own-pages', 'columns'],
  load: ({ fetchCall, pageLocation: { path } }) =>
    withoutAlerts(fetchCall)('GET /reception/getPage', { slug: slugOfPath(path) ?? '' }),
  describe: ({ slug, title, description }, _pageLocation, site) => ({
    title: `${title} - ${site.name}`,
    description,
    canonical: ownPagePath(slug),
  }),
  // The key resets the state of the body for another page at the same route.
  Page: ({ data: { slug, title, html } }) => (
    <Main key={slug}>
      <ReadingColumn>
        <PageHead title={title} />
        <PostBody html={html} />
      </ReadingColumn>
    </Main>
  ),
});
