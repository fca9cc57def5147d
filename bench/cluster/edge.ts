import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './network.ts';
import { portalPort } from './portals.ts';

/** Starts Varnish on a machine as the cache and load balancer in front of the web machines. @returns its address */
export function startEdge(machine: Machine, webs: readonly Machine[]): string {
  const file = join(machine.folder, 'edge.vcl');
  const state = join(machine.folder, 'varnish');
  mkdirSync(state, { recursive: true });
  writeFileSync(file, settings(webs));
  machine.run([
    '/usr/sbin/varnishd',
    '-F',
    '-a',
    `${machine.address}:80`,
    '-f',
    file,
    '-n',
    state,
    '-s',
    'malloc,128m',
  ]);
  return `http://${machine.address}`;
}

const settings = (webs: readonly Machine[]): string => `vcl 4.1;
import directors;
probe ready {
  .url = "/readyz";
  .interval = 1s;
  .timeout = 2s;
  .window = 3;
  .threshold = 2;
}
${webs.map(({ name, address }) => `backend ${name} { .host = "${address}"; .port = "${portalPort}"; .probe = ready; .connect_timeout = 1s; .first_byte_timeout = 20s; }`).join('\n')}
sub vcl_init {
  new machines = directors.round_robin();
${webs.map(({ name }) => `  machines.add_backend(${name});`).join('\n')}
}
sub vcl_recv {
  set req.backend_hint = machines.backend();
  return (pass);
}
`;
