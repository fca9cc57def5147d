/**
 * Splits an address with several hosts, as libpq writes it (`postgres://u:p@a:5432,b:5432/db`), into one address per
 * server, in their order.
 */
export function splitServers(address: string): string[] {
  const [, start = '', hosts = '', rest = ''] =
    /^([^/]*\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(address) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => start + host + rest) : [address];
}

/** The server of an address without its credentials, for messages: `a:5432`. */
export function serverName(address: string): string {
  const { host, hostname, port } = serverOf(address);
  return host.startsWith('/') ? host : `${hostname}:${port}`;
}

/** The host (or the folder of a Unix socket) and port that an address of one server names. */
export function serverOf(address: string): { host: string; hostname: string; port: number } {
  const { hostname, port, searchParams } = new URL(address);
  const host = searchParams.get('host') ?? hostname.replace(/^\[(.+)\]$/, '$1');
  return { host, hostname: searchParams.get('host') ?? hostname, port: Number(port || 5432) };
}

/** Returns what is wrong with an address of the database, for the message of its setting; null if nothing is. */
export function addressFault(address: string): string | null {
  const servers = splitServers(address);
  for (const server of servers) {
    const url = URL.parse(server);
    if (!url || !/^postgres(?:ql)?:$/.test(url.protocol) || (servers.length > 1 && url.hostname === ''))
      return '应为 postgres://用户:密码@主机/库，多台服务器写成 postgres://用户:密码@甲:5432,乙:5432/库';
    const target = url.searchParams.get('target_session_attrs') ?? 'read-write';
    if (!['read-write', 'primary', 'any'].includes(target))
      return '的 target_session_attrs 只能是 read-write：门户需要可写的主库';
    if (url.searchParams.get('host')?.includes(','))
      return '的多台服务器应写在 @ 之后：postgres://用户:密码@甲:5432,乙:5432/库';
  }
  return null;
}
