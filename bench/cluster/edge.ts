import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './network.ts';
import { portalPort } from './portals.ts';

/**
 * Starts Varnish on a machine as the cache and load balancer in front of the web machines, which purge it, with the rules
 * of ops/varnish.vcl.
 * @returns the address of the site
 */
export function startEdge(machine: Machine, webs: readonly Machine[]): string {
  const file = join(machine.folder, 'edge.vcl');
  const state = join(machine.folder, 'varnish');
  mkdirSync(state, { recursive: true });
  writeFileSync(file, settingsOf(webs));
  const listen = `${machine.address}:80`;
  machine.run(['/usr/sbin/varnishd', '-F', '-a', listen, '-f', file, '-n', state, '-s', 'malloc,128m']);
  return `http://${machine.address}`;
}

/** The published rules for one portal, with several machines in place of that one. */
function settingsOf(webs: readonly Machine[]): string {
  const published = readFileSync(join(import.meta.dirname, '..', '..', 'ops', 'varnish.vcl'), 'utf8');
  const rules = published
    .replace(/^vcl 4\.1;$/m, '')
    .replace(/^backend portal \{.*?^\}$/ms, '')
    .replace(
      /^acl purgers \{.*?^\}$/ms,
      `acl purgers {\n${webs.map(({ address }) => `\t"${address}";\n`).join('')}}`,
    );
  if (rules.includes('backend portal') || !webs.every(({ address }) => rules.includes(address)))
    throw new Error('ops/varnish.vcl has another form than the cluster expects');
  return `${machineRules(webs)}\n${rules}`;
}

/**
 * A machine that is not ready gets no requests, unless none is: when the database is away no machine is ready, and each
 * still has pages. A reader's request that a machine did not answer goes to the next one.
 */
const machineRules = (webs: readonly Machine[]): string => `vcl 4.1;
import directors;
import std;
probe readiness {
	.url = "/readyz";
	.interval = 1s;
	.timeout = 2s;
	.window = 3;
	.threshold = 2;
	.initial = 2;
}
${webs.map(({ address }, at) => machineRule(`ready${at}`, address, '.probe = readiness;') + machineRule(`any${at}`, address, '')).join('')}
sub vcl_init {
	new ready = directors.round_robin();
	new any = directors.round_robin();
${webs.map((_, at) => `\tready.add_backend(ready${at});\n\tany.add_backend(any${at});`).join('\n')}
}
sub vcl_recv {
	set req.backend_hint = ready.backend();
	if (!std.healthy(req.backend_hint)) {
		set req.backend_hint = any.backend();
	}
}
sub vcl_backend_error {
	if (bereq.retries < 2 && (bereq.method == "GET" || bereq.method == "HEAD")) {
		return (retry);
	}
}
`;

const machineRule = (name: string, address: string, probe: string): string =>
  `backend ${name} {
	.host = "${address}";
	.port = "${portalPort}";
	.connect_timeout = 1s;
	.first_byte_timeout = 70s;
	.between_bytes_timeout = 70s;
	${probe}
}
`;
