import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { Machine } from './network.ts';
import { isAnswering, waitUntil } from './wait-until.ts';

/** An S3 service: Ceph's gateway over one monitor and one object daemon that keeps its objects in memory. */
export type ObjectStore = {
  machine: Machine;
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
};

/** Starts Ceph on a machine and creates a bucket. It takes some twenty seconds. */
export async function openObjectStore(machine: Machine): Promise<ObjectStore> {
  const { address, folder } = machine;
  const store = {
    machine,
    endpoint: `http://${address}:7480`,
    bucket: 'guanlan',
    accessKeyId: 'cluster-id',
    secretAccessKey: randomBytes(12).toString('hex'),
    region: 'us-east-1',
  };
  for (const name of ['mon', 'osd0', 'run']) mkdirSync(join(folder, name), { recursive: true });
  const settings = join(folder, 'ceph.conf');
  const keys = join(folder, 'keyring');
  const id = crypto.randomUUID();
  writeFileSync(settings, cephSettings(machine, id));
  const ceph = (program: string, ...args: string[]) =>
    machine.runToEnd([`/usr/bin/${program}`, '-c', settings, ...args]);
  const addKey = (name: string, ...capabilities: string[]) =>
    ceph(
      'ceph-authtool',
      keys,
      '--gen-key',
      '-n',
      name,
      ...capabilities.flatMap((one) => ['--cap', ...one.split(/ (.*)/, 2)]),
    );
  ceph('ceph-authtool', '--create-keyring', keys, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *');
  addKey('client.admin', 'mon allow *', 'osd allow *');
  addKey('client.rgw.a', 'mon allow rwx', 'osd allow rwx');
  addKey('osd.0', 'mon allow profile osd', 'osd allow *');
  const map = join(folder, 'monmap');
  machine.runToEnd([
    '/usr/bin/monmaptool',
    '--create',
    '--addv',
    'a',
    `[v2:${address}:3300,v1:${address}:6789]`,
    '--fsid',
    id,
    map,
  ]);
  ceph('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keys);
  ceph('ceph-mon', '-i', 'a');
  const osd = crypto.randomUUID();
  ceph('ceph', 'osd', 'new', osd);
  ceph('ceph', 'auth', 'import', '-i', keys);
  ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
  ceph('ceph-osd', '-i', '0');
  machine.run(['/usr/bin/radosgw', '-c', settings, '-n', 'client.rgw.a', '-f']);
  await waitUntil(() => isAnswering(store.endpoint), 90_000, 'the S3 service did not start');
  ceph(
    'radosgw-admin',
    'user',
    'create',
    '--uid=guanlan',
    '--display-name=guanlan',
    `--access-key=${store.accessKeyId}`,
    `--secret-key=${store.secretAccessKey}`,
  );
  await createBucket(store);
  return store;
}

const cephSettings = ({ address, folder }: Machine, id: string): string => `[global]
fsid = ${id}
mon host = [v2:${address}:3300/0,v1:${address}:6789/0]
mon initial members = a
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
auth allow insecure global id reclaim = false
keyring = ${folder}/keyring
osd pool default size = 1
osd pool default min size = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
osd pool default pg num = 4
mon max pg per osd = 1000
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
pid file = ${folder}/run/$name.pid
log file = ${folder}/$name.log
osd objectstore = memstore
memstore device bytes = 2147483648
osd memory target = 939524096
mon data = ${folder}/mon
osd data = ${folder}/osd$id
public network = ${address}/24
mon data avail crit = 1
mon data avail warn = 2
osd class dir = /usr/lib/x86_64-linux-gnu/rados-classes
rgw frontends = beast endpoint=${address}:7480
`;

async function createBucket({ endpoint, bucket, region, ...credentials }: ObjectStore): Promise<void> {
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
}
