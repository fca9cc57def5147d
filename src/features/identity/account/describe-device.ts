import Bowser from 'bowser';

/** Chinese names of browsers that Chinese readers do not know by their English names. */
const browserNames: Record<string, string> = {
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

const systemNames: Record<string, string> = { HarmonyOS: '鸿蒙', Android: '安卓' };

/** Describes a device for its owner from the User-Agent header: `Chrome · Windows 10`, `微信 · iPhone`. */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return unknownDevice;
  const { browser, os, platform } = Bowser.parse(userAgent);
  const isApple = platform.vendor === 'Apple' && os.name === 'iOS';
  // macOS, and Windows since 10, no longer report their version.
  const version =
    os.name === 'Windows' ? os.versionName : os.name === 'macOS' ? '' : os.version?.split('.')[0];
  const system = isApple
    ? platform.model
    : os.name && [systemNames[os.name] ?? os.name, version].filter(Boolean).join(' ');
  const name = browser.name && (browserNames[browser.name] ?? browser.name);
  return [name, system].filter(Boolean).join(' · ') || unknownDevice;
}

const unknownDevice = '未知设备';
