import { Main } from '#ui/layout/main.tsx';
import { NotFound } from '#ui/states/void.tsx';

/** The catch-all child route named 404 (seed §2), and what an unknown piece shows. */
export function NotFoundPage() {
  return (
    <Main>
      <NotFound homeHref="/index" searchHref="/search" />
    </Main>
  );
}
