import '#ui/tokens.css';
import '#ui/base.css';
import './admin.css';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn.js';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { routes } from './routes.tsx';
import { Themed } from './shell/themed.tsx';

dayjs.locale('zh-cn');

const router = createBrowserRouter(routes, { basename: '/admin' });

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Themed>
      <RouterProvider router={router} />
    </Themed>
  </StrictMode>,
);
