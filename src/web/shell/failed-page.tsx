import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router';
import { useReloadIfUpgraded } from '#client/missing-file.ts';
import { Main } from '#ui/layout/main.tsx';
import { ErrorState, NotFound } from '#ui/states/empty-state.tsx';
import { useSiteContext } from '../site.ts';

/**
 * Shown in place of a page whose load failed: the 404 page if it does not exist, else a button to retry. If the page's
 * script is missing after an upgrade of the portal, it reloads the document first.
 */
export function FailedPage() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  const isReloading = useReloadIfUpgraded(error);
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  const failed = isRouteErrorResponse(error) ? error : undefined;
  const { message } = (failed?.data ?? {}) as { message?: string };
  return (
    <Main>
      {isReloading ? (
        <p className="vh" role="status">
          正在重新打开 …
        </p>
      ) : (
        <ErrorState
          level={1}
          {...(message ? { message } : {})}
          // Only a failed call can be repeated in place; a missing or broken script needs a new document.
          onRetry={() => (failed ? void revalidate() : location.reload())}
        />
      )}
    </Main>
  );
}

/** The catch-all child route named 404 (docs/product.md §2), also shown for an unknown post. */
export function NotFoundPage() {
  const { site } = useSiteContext();
  return (
    <Main>
      <NotFound homeHref={site.home} searchHref="/search" />
    </Main>
  );
}
