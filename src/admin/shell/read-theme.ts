import type { ThemeConfig } from 'antd';
import { BASE_LAYER_INDEX } from '#client/constants.ts';
import { readColour } from '#ui/read-colour.ts';

/**
 * Converts the computed values of `ui/tokens.css` to Ant Design's theme tokens. Ant Design derives shades, so it needs
 * colour values, not CSS variables; a second list of colours would drift from the first.
 */
export function readTheme(): ThemeConfig {
  const color = readColour;
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  // One filled action per view. Its background is darker than the text accent, for sufficient contrast with white text.
  const filledButton = {
    colorPrimary: color('accent-fill'),
    colorPrimaryHover: color('accent-fill-hover'),
    colorPrimaryActive: color('accent-fill-hover'),
    primaryColor: color('on-accent'),
    colorTextLightSolid: color('on-accent'),
  };
  return {
    token: {
      colorPrimary: color('accent'),
      colorPrimaryBg: color('accent-soft'),
      colorInfo: color('info'),
      colorInfoBg: color('info-soft'),
      colorInfoText: color('info'),
      colorSuccess: color('success'),
      colorSuccessBg: color('success-soft'),
      colorSuccessText: color('success'),
      colorWarning: color('warning'),
      colorWarningBg: color('warning-soft'),
      colorWarningText: color('warning'),
      colorError: color('danger'),
      colorErrorBg: color('danger-soft'),
      colorErrorText: color('danger'),
      colorLink: color('accent'),
      colorLinkHover: color('accent'),
      colorText: color('text'),
      colorTextSecondary: color('text-2'),
      colorTextTertiary: color('text-3'),
      colorTextDescription: color('text-3'),
      colorTextPlaceholder: color('text-3'),
      colorTextQuaternary: color('text-3'),
      colorBgLayout: color('page'),
      colorBgContainer: color('raised'),
      colorBgElevated: color('raised'),
      colorBgMask: color('overlay'),
      colorBorder: color('control'),
      colorBorderSecondary: color('rule-faint'),
      colorSplit: color('rule-faint'),
      fontFamily: 'var(--font-sans)',
      fontFamilyCode: 'var(--font-mono)',
      fontSize: 14,
      borderRadius: 2,
      borderRadiusLG: 4,
      controlHeight: 36,
      zIndexPopupBase: BASE_LAYER_INDEX,
      motion: !prefersReducedMotion,
    },
    components: {
      Button: {
        ...filledButton,
        // Without a fill, use the text accent: the fill accent is too dark on a dark page.
        defaultHoverColor: color('accent'),
        defaultHoverBorderColor: color('accent'),
        defaultActiveColor: color('accent'),
        defaultActiveBorderColor: color('accent'),
        // The dark algorithm would darken the accent below text contrast.
        colorLink: color('accent'),
        colorLinkHover: color('accent'),
        colorLinkActive: color('accent'),
        colorError: color('danger'),
        colorErrorHover: color('danger'),
        colorErrorActive: color('danger'),
        // White on the dark theme's danger colour has too little contrast.
        dangerColor: color('text-inverse'),
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
      },
      Table: {
        headerBg: color('sunken'),
        headerColor: color('text-2'),
        rowSelectedBg: color('accent-soft'),
        rowSelectedHoverBg: color('accent-soft'),
        rowHoverBg: color('sunken'),
        bodySortBg: 'transparent',
        headerSortActiveBg: color('sunken'),
        headerSortHoverBg: color('sunken'),
      },
      Tabs: { itemSelectedColor: color('text'), itemHoverColor: color('accent'), itemColor: color('text-2') },
      Segmented: {
        itemSelectedBg: color('inverse'),
        itemSelectedColor: color('text-inverse'),
        trackBg: color('sunken'),
        itemColor: color('text-2'),
      },
      Select: { optionSelectedBg: color('accent-soft'), optionSelectedColor: color('text') },
    },
  };
}
