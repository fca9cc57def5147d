import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { forgetKept, useKeptState } from '#client/keep-alive.tsx';
import type { AuthorRecord } from '#features/search/schema.ts';
import { excerpt } from '#shared/text/excerpt.ts';
import { Button } from '#ui/controls/button.tsx';
import { Main } from '#ui/layout/main.tsx';
import { type Ask, silently } from '../../api.ts';
import { definePage } from '../../page.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { useAsk } from '../../site.ts';
import { AdvancedFields, FormActions } from './advanced-fields.tsx';
import { checkDraft, type Draft, type DraftErrors, findMeant, toChoice } from './advanced-form.ts';
import { loadSearch, type SearchData } from './load-search.ts';
import { Outcome } from './outcome.tsx';
import { choiceAddress, noChoice, type SearchChoice, searchParameters } from './search-choice.ts';

const ADVANCED_PATH = '/index/search';

// As long as the suggestions of the search field wait.
const pauseMs = 150;

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

/** The form of the advanced search: what is filled in is kept with the page, what is searched for is the address. */
function useAdvancedSearch(choice: SearchChoice) {
  const navigate = useNavigate();
  const ask = useAsk();
  const form = useRef<HTMLFormElement>(null);
  const { authorId, current: _, ...asked } = choice;
  const [draft, setDraft] = useKeptState<Draft>('draft', asked);
  const [errors, setErrors] = useState<DraftErrors>({});
  const authors = useAuthorsNamed(draft.author);

  function refuse(found: DraftErrors) {
    setErrors(found);
    const [first] = Object.keys(found);
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  async function search() {
    const id = draft.author.trim() === choice.author ? authorId : await authorIdOf(ask, draft.author.trim());
    if (id === null) return refuse({ author: `没有找到作者“${draft.author.trim()}”，请从提示里选一位` });
    await navigate(choiceAddress(ADVANCED_PATH, toChoice(draft, id)));
  }

  return {
    form,
    draft,
    errors,
    authorNames: authors.map(({ name }) => name),
    change: (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change })),
    clear: () => {
      const { authorId: __, current: ___, ...nothing } = noChoice;
      forgetKept(ADVANCED_PATH);
      setDraft(nothing);
      setErrors({});
      void navigate(ADVANCED_PATH);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      const found = checkDraft(draft);
      if (Object.keys(found).length > 0) return refuse(found);
      setErrors({});
      void search();
    },
  };
}

/** '' for nobody, null where it is not clear who is meant. */
async function authorIdOf(ask: Ask, name: string): Promise<string | null> {
  if (name === '') return '';
  return findMeant(name, await findAuthors(ask, name))?.id ?? null;
}

/** Authors whose name is like what is typed; nobody while the search is down. */
async function findAuthors(ask: Ask, name: string): Promise<AuthorRecord[]> {
  const query = { keyword: name, type: 'author', size: 8 } as const;
  return silently(ask)('GET /reception/globalSearch', query).then(
    ({ authors }) => authors,
    () => [],
  );
}

function useAuthorsNamed(text: string): AuthorRecord[] {
  const ask = useAsk();
  const name = text.trim();
  const { data } = useLoad(name || null, () => findAuthors(ask, name), {
    delayMs: pauseMs,
    keepsPrevious: true,
  });
  return data ?? [];
}
