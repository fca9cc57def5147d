/** The bare Fastify handler that the portal's JSON lists are compared with: it runs the same SQL and nothing else. */
import Fastify from 'fastify';
import pg from 'pg';
import { receiveTask } from './contenders.ts';
import type { Statement } from './record-statements.ts';

type Task = { connectionString: string; options: string; pool: number; statements: Statement[] };

const { port, connectionString, options, pool: max, statements } = await receiveTask<Task>();
const pool = new pg.Pool({ connectionString, options, max });
const server = Fastify();

server.get('/list', async (_, reply) => {
  const results = await Promise.all(statements.map((statement) => pool.query<object>(statement)));
  const data = results.map(({ rows }) => rows);
  reply.header('content-type', 'application/json; charset=utf-8');
  return JSON.stringify({ code: 200, success: true, msg: '操作成功', data });
});

const listenOptions = { port, host: '127.0.0.1', reusePort: true, exclusive: true };
await server.listen(listenOptions);
process.send?.('ready');
