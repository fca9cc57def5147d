import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { clearKeptState, useKeptState } from '#client/keep-alive.tsx';
import type { AuthorRecord } from '#features/search/schema.ts';
import { DEFAULT_FIELD_MESSAGE } from '#shared/field-message.ts';
import { excerpt } from '#shared/text/excerpt.ts';
import { Button } from '#ui/controls/button.tsx';
import { Main } from '#ui/layout/main.tsx';
import { type FetchCall, withoutAlerts } from '../../api.ts';
import { definePage } from '../../page.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { useFetchCall } from '../../site.ts';
import { AdvancedFields, FormActions } from './advanced-fields.tsx';
import { checkDraft, type Draft, type DraftErrors, matchAuthor, toSearchFilter } from './advanced-form.ts';
import { loadSearch, type SearchData } from './load-search.ts';
import { ResultSection } from './result-section.tsx';
import { noFilter, type SearchFilter, searchFilterAddress, searchParameters } from './search-filter.ts';

const ADVANCED_PATH = '/index/search';

// In ms, the same as for the suggestions of the search field.
const debounceMs = 150;

/** The advanced search for members (docs/product.md §2): every search parameter in one form. */
export const page = definePage<SearchData>({
  parameters: searchParameters,
  load: loadSearch,
  describe: ({ filter: { keyword } }, _pageLocation, site) => ({
    title: [excerpt(keyword, 40), '高级搜索', site.name].filter(Boolean).join(' - '),
    isNoindex: true,
  }),
  Page: ({ data }) => <AdvancedSearchPage data={data} />,
});

function AdvancedSearchPage({ data }: { data: SearchData }) {
  const { form, draft, errors, authorNames, change, clear, submit } = useAdvancedSearch(data.filter);
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
      <ResultSection data={data} path={ADVANCED_PATH} />
    </Main>
  );
}

/** The state of the advanced search form: drafts are kept with the page, the search itself is in the address. */
function useAdvancedSearch(filter: SearchFilter) {
  const navigate = useNavigate();
  const fetchCall = useFetchCall();
  const form = useRef<HTMLFormElement>(null);
  const { authorId, current: _, ...criteria } = filter;
  const [draft, setDraft] = useKeptState<Draft>('draft', criteria);
  const [errors, setErrors] = useState<DraftErrors>({});
  const authors = useAuthorSuggestions(draft.author);

  function showErrors(newErrors: DraftErrors) {
    setErrors(newErrors);
    const [first] = Object.keys(newErrors);
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  async function search() {
    const id =
      draft.author.trim() === filter.author ? authorId : await findAuthorId(fetchCall, draft.author.trim());
    if (id === null) return showErrors({ author: `没有找到作者“${draft.author.trim()}”，请从提示里选一位` });
    await navigate(searchFilterAddress(ADVANCED_PATH, toSearchFilter(draft, id)));
  }

  return {
    form,
    draft,
    errors,
    authorNames: authors.map(({ name }) => name),
    change: (change: Partial<Draft>) => setDraft((current) => ({ ...current, ...change })),
    clear: () => {
      const { authorId: __, current: ___, ...emptyDraft } = noFilter;
      clearKeptState(ADVANCED_PATH);
      setDraft(emptyDraft);
      setErrors({});
      void navigate(ADVANCED_PATH);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      const newErrors = { ...findUnreadable(form.current), ...checkDraft(draft) };
      if (Object.keys(newErrors).length > 0) return showErrors(newErrors);
      setErrors({});
      void search();
    },
  };
}

/** Fields whose text the browser cannot read, such as half a date; it passes them on as empty. */
function findUnreadable(form: HTMLFormElement | null): DraftErrors {
  const fields = [...(form?.elements ?? [])] as HTMLInputElement[];
  const unreadable = fields.filter(({ validity }) => validity?.badInput);
  return Object.fromEntries(unreadable.map(({ name }) => [name, DEFAULT_FIELD_MESSAGE]));
}

/** Returns '' for an empty name, null if the name is ambiguous or unknown. */
async function findAuthorId(fetchCall: FetchCall, name: string): Promise<string | null> {
  if (name === '') return '';
  return matchAuthor(name, await findAuthors(fetchCall, name))?.id ?? null;
}

/** Returns authors whose names resemble the typed text; none if the search fails. */
async function findAuthors(fetchCall: FetchCall, name: string): Promise<AuthorRecord[]> {
  const query = { keyword: name, type: 'author', size: 8 } as const;
  return withoutAlerts(fetchCall)('GET /reception/globalSearch', query).then(
    ({ authors }) => authors,
    () => [],
  );
}

function useAuthorSuggestions(text: string): AuthorRecord[] {
  const fetchCall = useFetchCall();
  const name = text.trim();
  const { data } = useLoad(name || null, () => findAuthors(fetchCall, name), {
    delayMs: debounceMs,
    keepsPrevious: true,
  });
  return data ?? [];
}
