import type { Config } from '#kernel/config.ts';

/** Returns the address at which a browser on this machine reaches the portal. */
export const siteAt = ({ host }: Pick<Config, 'host'>, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
