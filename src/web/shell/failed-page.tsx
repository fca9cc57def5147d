import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router';
import { Main } from '#ui/layout/main.tsx';
import { Failed, NotFound } from '#ui/states/void.tsx';

/** What stands in a page's place when its load failed: 404 for what is not there, else a way to try again. */
export function FailedPage() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  const message = isRouteErrorResponse(error)
    ? (error.data as { message?: string } | null)?.message
    : undefined;
  return (
    <Main>
      <Failed level={1} {...(message ? { message } : {})} onRetry={() => void revalidate()} />
    </Main>
  );
}

/** The catch-all child route named 404 (seed §2), and what an unknown piece shows. */
export function NotFoundPage() {
  return (
    <Main>
      <NotFound homeHref="/index" searchHref="/search" />
    </Main>
  );
}
