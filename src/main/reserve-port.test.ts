import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { metricsPorts } from './processes.ts';
import { reservePort } from './reserve-port.ts';

const server = createServer();
let port: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test('names the purpose of a port in use and the setting that moves it', async () => {
  await expect(
    reservePort({ host: '127.0.0.1', port }, '微信沙箱的端口', 'WECHAT_SANDBOX_PORT'),
  ).rejects.toThrow(
    `微信沙箱的端口 127.0.0.1:${port} 已被占用，请停止占用它的程序，或改设 WECHAT_SANDBOX_PORT。`,
  );
  expect(await reservePort({ host: '127.0.0.1', port: 0 }, '端口', 'PORT / HOST')).toBeGreaterThan(0);
});

test('knows the metrics ports of every process before any of them starts', () => {
  const metrics = { host: '127.0.0.1', port: 9400 };
  const portsOf = (changes: object, role: 'all' | 'web' | 'worker' = 'all') =>
    metricsPorts({ isProduction: true, webProcesses: 2, metrics, ...changes }, role).map((one) => one.port);
  expect(portsOf({})).toEqual([9400, 9401, 9402]);
  expect(portsOf({}, 'web')).toEqual([9401, 9402]);
  expect(portsOf({}, 'worker')).toEqual([9400]);
  expect(portsOf({ webProcesses: 0 })).toEqual([9400]);
  expect(portsOf({ isProduction: false })).toEqual([9400]);
  expect(portsOf({ metrics: null })).toEqual([]);
});
