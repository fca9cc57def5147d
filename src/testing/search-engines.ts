import { type ReceivedRequest, type Reply, startStandInServer } from './stand-in-server.ts';

export type EngineRules = {
  /** Baidu: the site as registered, its token and how many addresses it takes today. */
  site: string;
  token: string;
  quota: number;
  /** IndexNow: the text at the address of the key; null if the file is not found. */
  readKey: (address: string) => Promise<string | null>;
  /** Answers this status instead, as engines do when they are overloaded. */
  failsWith?: number | undefined;
};

/**
 * Starts a server that speaks the push interface of Baidu (`/urls`) and IndexNow (`/indexnow`), with every answer of the
 * two protocols. `pushed` are the addresses that it took.
 */
export async function startSearchEngines(given: EngineRules) {
  const server = await startStandInServer();
  const rules = given;
  const pushed: string[] = [];
  server.answer(async (request) => {
    if (rules.failsWith) return { status: rules.failsWith, body: '' };
    const { pathname } = new URL(request.url, server.origin);
    if (pathname === '/urls') return answerBaidu(request, rules, pushed);
    if (pathname === '/indexnow') return answerIndexNow(request, rules, pushed);
    return { status: 404, body: '' };
  });
  return { ...server, rules, pushed };
}

export type SearchEngines = Awaited<ReturnType<typeof startSearchEngines>>;

const baiduError = (status: number, message: string): Reply => ({ status, body: { error: status, message } });

function answerBaidu({ url, body, method }: ReceivedRequest, rules: EngineRules, pushed: string[]): Reply {
  const query = new URL(url, 'http://baidu.test').searchParams;
  const addresses = body.split('\n').filter(Boolean);
  if (method !== 'POST') return baiduError(404, 'not found');
  if (query.get('token') !== rules.token) return baiduError(401, 'token is not valid');
  if (query.get('site') !== rules.site) return baiduError(400, 'site error');
  if (addresses.length === 0) return baiduError(400, 'empty content');
  if (addresses.length > 2000) return baiduError(400, 'only 2000 urls are allowed once');
  if (addresses.length > rules.quota) return baiduError(400, 'over quota');
  const not_valid = addresses.filter((address) => !URL.canParse(address));
  const not_same_site = addresses.filter(
    (address) => URL.canParse(address) && new URL(address).origin !== rules.site,
  );
  const taken = addresses.filter(
    (address) => !not_valid.includes(address) && !not_same_site.includes(address),
  );
  rules.quota -= taken.length;
  pushed.push(...taken);
  return {
    body: {
      remain: rules.quota,
      success: taken.length,
      ...(not_same_site.length > 0 && { not_same_site }),
      ...(not_valid.length > 0 && { not_valid }),
    },
  };
}

async function answerIndexNow(
  { body, method, headers }: ReceivedRequest,
  rules: EngineRules,
  pushed: string[],
): Promise<Reply> {
  if (method !== 'POST' || !headers['content-type']?.startsWith('application/json'))
    return { status: 400, body: '' };
  const { host, key, keyLocation, urlList } = JSON.parse(body) as Record<string, string> & {
    urlList: string[];
  };
  if (!host || !/^[A-Za-z0-9-]{8,128}$/.test(key ?? '') || urlList.length === 0 || urlList.length > 10_000)
    return { status: 400, body: '' };
  if ((await rules.readKey(keyLocation ?? '')) !== key) return { status: 403, body: '' };
  if (urlList.some((address) => new URL(address).host !== host)) return { status: 422, body: '' };
  pushed.push(...urlList);
  return { status: 200, body: '' };
}
