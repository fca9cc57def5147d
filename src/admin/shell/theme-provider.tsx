import { App, theme as antd, ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale/index.js';
import zhCN from 'antd/es/locale/zh_CN.js';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { nameControls } from './name-controls.ts';
import { readTheme } from './read-theme.ts';

// TypeScript treats this file as CommonJS, because its package has no `type`, and would expect `default`.
const chineseLocale = zhCN as unknown as Locale;

/** Configures Ant Design with the portal's colours and the theme switch of the reader's site, in Chinese. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const isDark = useIsDark();
  useEffect(() => nameControls(document.body), []);
  const theme = useMemo(
    () => ({ ...readTheme(), algorithm: isDark ? antd.darkAlgorithm : antd.defaultAlgorithm }),
    [isDark],
  );
  return (
    <ConfigProvider
      theme={theme}
      locale={chineseLocale}
      button={{ autoInsertSpace: false }}
      // Unlike the other animations, the wave of a click does not follow the theme's `motion`.
      wave={{ disabled: !theme.token?.motion }}
    >
      <App component={false}>{children}</App>
    </ConfigProvider>
  );
}

const darkModeQuery = '(prefers-color-scheme: dark)';
const isDarkScheme = () => {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : matchMedia(darkModeQuery).matches;
};

function useIsDark(): boolean {
  const [isDark, setIsDark] = useState(isDarkScheme);
  useEffect(() => {
    const update = () => setIsDark(isDarkScheme());
    const system = matchMedia(darkModeQuery);
    system.addEventListener('change', update);
    const observer = new MutationObserver(update);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      system.removeEventListener('change', update);
      observer.disconnect();
    };
  }, []);
  return isDark;
}
