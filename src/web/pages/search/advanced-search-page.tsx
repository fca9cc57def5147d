import { excerpt } from '#shared/text/excerpt.ts';
import { Button } from '#ui/controls/button.tsx';
import { Main } from '#ui/layout/main.tsx';
import { definePage } from '../../page.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { AdvancedFields, FormActions } from './advanced-fields.tsx';
import { loadSearch, type SearchData } from './load-search.ts';
import { Outcome } from './outcome.tsx';
import { searchParameters } from './search-choice.ts';
import { ADVANCED_PATH, useAdvancedSearch } from './use-advanced-search.ts';

/** The advanced search (seed §2): every parameter of the search in one form, for who is logged in. */
export const page = definePage<SearchData>({
  parameters: searchParameters,
  load: loadSearch,
  describe: ({ choice: { keyword } }, _place, site) => ({
    title: [excerpt(keyword, 40), '高级搜索', site.name].filter(Boolean).join(' - '),
    isNoindex: true,
  }),
  Page: ({ data }) => <AdvancedSearchPage data={data} />,
});

function AdvancedSearchPage({ data }: { data: SearchData }) {
  const { form, draft, errors, authorNames, change, clear, submit } = useAdvancedSearch(data.choice);
  return (
    <Main>
      <PageHead title="高级搜索" note="填几项都可以，合起来缩小范围" />
      <form role="search" aria-label="高级搜索" onSubmit={submit} ref={form} noValidate>
        <AdvancedFields draft={draft} errors={errors} onChange={change} authorNames={authorNames} />
        <FormActions>
          <Button tone="ink" type="submit">
            搜索
          </Button>
          <Button onClick={clear}>清空</Button>
        </FormActions>
      </form>
      <Outcome data={data} path={ADVANCED_PATH} />
    </Main>
  );
}
