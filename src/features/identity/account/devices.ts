import Bowser from 'bowser';

/** What Chinese readers call the browsers whose English names they do not know. */
const browsers: Record<string, string> = {
  WeChat: '微信',
  'Microsoft Edge': 'Edge',
  'QQ Browser': 'QQ 浏览器',
  'QQ Browser Lite': 'QQ 浏览器',
  'UC Browser': 'UC 浏览器',
  'Sogou Browser': '搜狗浏览器',
  'Huawei Browser': '华为浏览器',
  'Vivo Browser': 'vivo 浏览器',
  'HeyTap Browser': 'OPPO 浏览器',
  Miui: '小米浏览器',
  'Samsung Internet for Android': '三星浏览器',
  'Android Browser': '安卓浏览器',
};

const systems: Record<string, string> = { HarmonyOS: '鸿蒙', Android: '安卓' };

/** A device as its owner would say it, from what its browser says of itself: `Chrome · Windows 10`, `微信 · iPhone`. */
export function nameDevice(userAgent: string): string {
  if (userAgent === '') return unknown;
  const { browser, os, platform } = Bowser.parse(userAgent);
  const isApple = platform.vendor === 'Apple' && os.name === 'iOS';
  // macOS, and Windows since 10, no longer say which they are.
  const version =
    os.name === 'Windows' ? os.versionName : os.name === 'macOS' ? '' : os.version?.split('.')[0];
  const system = isApple
    ? platform.model
    : os.name && [systems[os.name] ?? os.name, version].filter(Boolean).join(' ');
  const name = browser.name && (browsers[browser.name] ?? browser.name);
  return [name, system].filter(Boolean).join(' · ') || unknown;
}

const unknown = '未知设备';
