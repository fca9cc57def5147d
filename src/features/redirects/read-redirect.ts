import {
  candidatesOf,
  isPattern,
  maxAddressLength,
  maxPrefixLength,
  normalisePath,
  readAddress,
  writeAddress,
} from '#shared/old-address.ts';

export type RedirectStatus = 301 | 302 | 410;
export type RedirectInput = { source: string; target: string; status: RedirectStatus };
export type RedirectOptions = {
  /** Whether staff confirmed a target on another site. */
  isExternal: boolean;
  /** The host of this site, whose addresses become paths. */
  ownHost: string;
};
/** What is wrong, and with which field. */
export type RedirectFault = { field: 'source' | 'target' | 'status'; message: string };

/** Checks and normalises a redirect by itself; `save-redirect.ts` compares it with routes and other redirects. */
export function readRedirect(input: RedirectInput, options: RedirectOptions): RedirectInput | RedirectFault {
  const source = readSource(input.source);
  if (typeof source !== 'string') return { field: 'source', message: source.fault };
  if (input.status === 410) return { source, target: '', status: 410 };
  const target = readTarget(input.target, options);
  if (typeof target !== 'string') return { field: 'target', message: target.fault };
  const fault = faultBetween(source, target);
  return fault ? { field: 'target', message: fault } : { source, target, status: input.status };
}

type Read = string | { fault: string };

/** Normalises a source. @returns a fault, which names the field, if it is no source */
export function readSource(given: string): Read {
  if (given === '') return { fault: '请填写来源' };
  if (/^[a-z][\w+.-]*:|^\/[/\\]/i.test(given)) return { fault: '来源只写路径，以 / 开头，不要带网站的域名' };
  if (given.includes('#')) return { fault: '来源不能带 # 和它后面的部分，浏览器不会把它发给网站' };
  if (given.length > maxAddressLength) return { fault: tooLong('来源') };
  if (given.indexOf('*') >= 0 && given.indexOf('*') < given.length - 1)
    return { fault: '来源里的 * 只能放在末尾' };
  return isPattern(given) ? readPattern(given.slice(0, -1)) : readExact(given);
}

const tooLong = (label: string) => `${label}过长，最多 ${maxAddressLength} 个字`;

function readExact(given: string): Read {
  const address = readAddress(given);
  if (!address) return { fault: '来源应以 / 开头，如 /2010/08/06/hello' };
  if (address.path === '/' && address.query === '')
    return { fault: '来源不能是首页 /；可以带参数，如 /?p=568' };
  const source = writeAddress(address);
  return source.length > maxAddressLength ? { fault: tooLong('来源') } : source;
}

function readPattern(given: string): Read {
  if (given.includes('?')) return { fault: '来源以 * 结尾时不能带参数' };
  const address = given === '' ? null : readAddress(given);
  if (!address) return { fault: '来源应以 / 开头，如 /blog/*' };
  if (address.path === '/') return { fault: '来源 /* 会带走所有地址，请写得更具体，如 /blog/*' };
  const prefix = given.endsWith('/') ? `${address.path}/` : address.path;
  if (prefix.length > maxPrefixLength) return { fault: `来源以 * 结尾时过长，最多 ${maxPrefixLength} 个字` };
  return `${prefix}*`;
}

function readTarget(given: string, { isExternal, ownHost }: RedirectOptions): Read {
  if (given === '') return { fault: '请填写目标' };
  if (given.length > maxAddressLength) return { fault: tooLong('目标') };
  if (/^\/(?![/\\])/.test(given)) return readPath(given);
  const url = /^https?:\/\/[^/\\\s]/i.test(given) ? URL.parse(given) : null;
  if (url?.host === ownHost) return readPath(url.pathname + url.search + url.hash);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    return { fault: '目标应为以 / 开头的站内地址，或其他网站的 https 地址' };
  if (!isExternal) return { fault: `目标在另一个网站 ${url.host}；确定要去那里，请勾选“转到其他网站”` };
  if (url.host.includes('*')) return { fault: '目标里的 * 只能放在域名之后' };
  return url.href.length > maxAddressLength ? { fault: tooLong('目标') } : url.href;
}

function readPath(given: string): Read {
  const url = URL.parse(`http://site.invalid${given}`);
  if (!url) return { fault: '目标不是地址，应以 / 开头，如 /rined' };
  const target = normaliseTarget(url.pathname) + url.search + url.hash;
  return target.length > maxAddressLength ? { fault: tooLong('目标') } : target;
}

/** Keeps `*`, and the slash before it, which decides how the rest of a pattern is joined. */
function normaliseTarget(path: string): string {
  const [before = '', ...after] = path.split('*');
  if (after.length === 0) return normalisePath(path);
  const start = normalisePath(before);
  const slash = before.endsWith('/') && start !== '/' ? '/' : '';
  return [start + slash, ...after].join('*');
}

function faultBetween(source: string, target: string): string | null {
  const stars = target.split('*').length - 1;
  if (stars > 0 && !isPattern(source)) return '目标里的 * 代表来源 * 的部分，来源没有以 * 结尾';
  if (stars > 1) return '目标里最多一个 *';
  if (!sourcesOf(target).includes(source)) return null;
  return isPattern(source) ? `目标还在来源 ${source} 的范围里，会一直转下去` : '目标和来源是同一个地址';
}

/** Returns the sources that would match a target; none for one on another site. */
export function sourcesOf(target: string): string[] {
  const address = readAddress(target.replace('*', ''));
  return address ? candidatesOf(address) : [];
}
