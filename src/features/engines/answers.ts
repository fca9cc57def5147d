/** What a push came to. */
export type Outcome = {
  /** `taken`: done; `refused`: these addresses are hopeless; `over`: no quota; `failed`: to be tried again. */
  kind: 'taken' | 'refused' | 'over' | 'failed';
  /** For staff, in Chinese. */
  answer: string;
  /** How many addresses the engine still takes today, if it says so. */
  remaining?: number;
};

const parseJson = (text: string): Record<string, unknown> => {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};
const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** Reads an answer of Baidu's push interface (普通收录 API 提交). */
export function readBaiduAnswer(status: number, text: string): Outcome {
  const body = parseJson(text);
  const message = typeof body.message === 'string' ? body.message : '';
  if (status === 200 && typeof body.success === 'number') {
    const remaining = typeof body.remain === 'number' ? body.remain : undefined;
    const [foreign, invalid] = [lengthOf(body.not_same_site), lengthOf(body.not_valid)];
    const notes = [
      foreign > 0 && `${foreign} 条不属于这个站点，请核对百度里登记的网址`,
      invalid > 0 && `${invalid} 条不是可用的网址`,
      remaining !== undefined && `今天还能推送 ${remaining} 条`,
    ].filter((note) => note !== false);
    return {
      kind: body.success === 0 && foreign + invalid > 0 ? 'refused' : 'taken',
      answer: [`收下 ${body.success} 条`, ...notes].join('，'),
      ...(remaining !== undefined && { remaining }),
    };
  }
  if (message === 'over quota') return { kind: 'over', answer: '今天的推送额度用完了，明天再推' };
  if (message === 'token is not valid')
    return { kind: 'failed', answer: '准入密钥不对，请到设置里核对百度推送的准入密钥' };
  if (message === 'site error')
    return { kind: 'failed', answer: '百度没有登记这个网站，请先在百度搜索资源平台验证它' };
  return { kind: 'failed', answer: `百度回答了 ${status}，稍后再推` };
}

/** Reads an answer by the IndexNow protocol (indexnow.org/documentation). */
export function readIndexNowAnswer(status: number, count: number): Outcome {
  if (status === 200) return { kind: 'taken', answer: `收下 ${count} 条` };
  if (status === 202) return { kind: 'taken', answer: `收下 ${count} 条，密钥待对方核对` };
  if (status === 400) return { kind: 'refused', answer: '请求的格式不对，对方没有收' };
  if (status === 403)
    return { kind: 'failed', answer: '对方没有在网站上读到密钥文件，请确认网站地址可以公开访问' };
  if (status === 422) return { kind: 'refused', answer: '网址不属于这个网站，或与密钥不符，请核对网站地址' };
  if (status === 429) return { kind: 'failed', answer: '推送得太频繁，稍后再推' };
  return { kind: 'failed', answer: `对方回答了 ${status}，稍后再推` };
}
