import { QueryClientProvider } from '@tanstack/react-query';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn.js';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { hideComposingKeys } from '#ui/composing.ts';
import { queryClient } from './parts/data.ts';
import { routes } from './routes.tsx';
import { ThemeProvider } from './shell/theme-provider.tsx';

/** Renders the back office into `container` at the browser's current URL. `shown`: other routes, for tests of a part. */
export function startAdmin(container: HTMLElement, shown: RouteObject[] = routes) {
  dayjs.locale('zh-cn');
  hideComposingKeys();
  const router = createBrowserRouter(shown, { basename: '/admin' });
  const root = createRoot(container);
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ThemeProvider>
          <RouterProvider router={router} />
        </ThemeProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
  return { root, router };
}
