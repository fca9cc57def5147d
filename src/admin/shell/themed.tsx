import { App, theme as antd, ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale/index.js';
import zhCN from 'antd/es/locale/zh_CN.js';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { readTheme } from './read-theme.ts';

// TypeScript takes this file of a package without `type` for CommonJS and would ask for its `default`.
const chinese = zhCN as unknown as Locale;

/** Ant Design in the house's colours, by day and by night, following the same switch as the reader's site. */
export function Themed({ children }: { children: ReactNode }) {
  const isDark = useIsDark();
  const theme = useMemo(
    () => ({ ...readTheme(), algorithm: isDark ? antd.darkAlgorithm : antd.defaultAlgorithm }),
    [isDark],
  );
  return (
    <ConfigProvider theme={theme} locale={chinese} button={{ autoInsertSpace: false }}>
      <App component={false}>{children}</App>
    </ConfigProvider>
  );
}

const night = '(prefers-color-scheme: dark)';
const isNight = () => {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : matchMedia(night).matches;
};

function useIsDark(): boolean {
  const [isDark, setIsDark] = useState(isNight);
  useEffect(() => {
    const follow = () => setIsDark(isNight());
    const system = matchMedia(night);
    system.addEventListener('change', follow);
    const watcher = new MutationObserver(follow);
    watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      system.removeEventListener('change', follow);
      watcher.disconnect();
    };
  }, []);
  return isDark;
}
