import type { ThemeConfig } from 'antd';
import { BASE_LAYER_INDEX } from '#client/constants.ts';
import { readColour } from '#ui/read-colour.ts';

/**
 * The tokens of `ui/tokens.css` as Ant Design takes them, read from the page as it is painted now: it computes
 * shades, so it needs colours and no names of them, and a second list of ours would only drift from the first.
 */
export function readTheme(): ThemeConfig {
  const c = readColour;
  const hasLessMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  // One filled action a view: its ground is darker than the accent of text, so that white stands on it.
  const filled = {
    colorPrimary: c('accent-fill'),
    colorPrimaryHover: c('accent-fill-hover'),
    colorPrimaryActive: c('accent-fill-hover'),
    primaryColor: c('on-accent'),
    colorTextLightSolid: c('on-accent'),
  };
  return {
    token: {
      colorPrimary: c('accent'),
      colorPrimaryBg: c('accent-soft'),
      colorInfo: c('info'),
      colorInfoBg: c('info-soft'),
      colorInfoText: c('info'),
      colorSuccess: c('success'),
      colorSuccessBg: c('success-soft'),
      colorSuccessText: c('success'),
      colorWarning: c('warning'),
      colorWarningBg: c('warning-soft'),
      colorWarningText: c('warning'),
      colorError: c('danger'),
      colorErrorBg: c('danger-soft'),
      colorErrorText: c('danger'),
      colorLink: c('accent'),
      colorLinkHover: c('accent'),
      colorText: c('text'),
      colorTextSecondary: c('text-2'),
      colorTextTertiary: c('text-3'),
      colorTextDescription: c('text-3'),
      colorTextPlaceholder: c('text-3'),
      colorTextQuaternary: c('text-3'),
      colorBgLayout: c('page'),
      colorBgContainer: c('raised'),
      colorBgElevated: c('raised'),
      colorBgMask: c('overlay'),
      colorBorder: c('control'),
      colorBorderSecondary: c('rule-faint'),
      colorSplit: c('rule-faint'),
      fontFamily: 'var(--font-sans)',
      fontFamilyCode: 'var(--font-mono)',
      fontSize: 14,
      borderRadius: 2,
      borderRadiusLG: 4,
      controlHeight: 36,
      zIndexPopupBase: BASE_LAYER_INDEX,
      motion: !hasLessMotion,
    },
    components: {
      Button: {
        ...filled,
        // The dark algorithm would darken the accent below the contrast of text.
        colorLink: c('accent'),
        colorLinkHover: c('accent'),
        colorLinkActive: c('accent'),
        colorError: c('danger'),
        colorErrorHover: c('danger'),
        colorErrorActive: c('danger'),
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
      },
      Table: {
        headerBg: c('sunken'),
        headerColor: c('text-2'),
        rowSelectedBg: c('accent-soft'),
        rowSelectedHoverBg: c('accent-soft'),
        rowHoverBg: c('sunken'),
        bodySortBg: 'transparent',
        headerSortActiveBg: c('sunken'),
        headerSortHoverBg: c('sunken'),
      },
      Tabs: { itemSelectedColor: c('text'), itemHoverColor: c('accent'), itemColor: c('text-2') },
      Segmented: {
        itemSelectedBg: c('inverse'),
        itemSelectedColor: c('text-inverse'),
        trackBg: c('sunken'),
        itemColor: c('text-2'),
      },
      Select: { optionSelectedBg: c('accent-soft'), optionSelectedColor: c('text') },
    },
  };
}
