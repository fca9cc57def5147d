import { makeExample } from '#testing/example.ts';
import type { Operation } from './description.ts';
import { toHttpRequest } from './requests.ts';
import { picture } from './samples.ts';
import { contentKinds, contentSetups } from './setups/content.ts';
import { moneyKinds, moneySetups } from './setups/money.ts';
import { peopleKinds, peopleSetups } from './setups/people.ts';
import type { Baseline, Kinds, Perform, Setup, Setups, Values } from './setups/setup.ts';
import { siteKinds, siteSetups } from './setups/site.ts';
import type { World } from './world.ts';

const kinds: Kinds = { ...peopleKinds, ...contentKinds, ...moneyKinds, ...siteKinds };
const setups: Setups = { ...peopleSetups, ...contentSetups, ...moneySetups, ...siteSetups };

/** Returns setups of calls that are not in the description. */
export const unknownSetups = (operations: readonly Operation[]): string[] => {
  const known = new Set(operations.map(({ key }) => key));
  return Object.keys(setups).filter((key) => !known.has(key));
};

/** Creates the data that a request of this call names, and the request. */
export const baselineOf = async (world: World, operation: Operation): Promise<Baseline> =>
  (await prepare(world, operation)).baseline;

/** Makes a call with its baseline. @returns the fields of the request, and of the answer where they differ */
async function perform(world: World, key: string): Promise<Values> {
  const operation = world.portal.api.find((one) => one.key === key);
  if (!operation) throw new Error(`there is no call ${key}`);
  const { baseline, values } = await prepare(world, operation);
  const caller = baseline.as ?? (operation.access === 'member' ? await world.newMember() : 'admin');
  const person = typeof caller === 'string' ? world.person(caller) : caller;
  const { status, bytes } = await world.portal.sender.send(
    toHttpRequest(operation, baseline, person?.token ?? null),
  );
  const text = bytes.toString('utf8');
  if (status !== 200) throw new Error(`${key} was answered ${status}: ${text.slice(0, 300)}`);
  const { data } = JSON.parse(text);
  const base = data?.version && { base: data.version };
  return { ...values, ...data, ...base, sent: values, ...(isPersonal(operation) && { by: person }) };
}

const isPersonal = ({ access }: Operation) => access === 'member' || access === 'staff';

async function prepare(world: World, operation: Operation): Promise<{ baseline: Baseline; values: Values }> {
  const bound: Perform = (key) => perform(world, key);
  const { by, file, headers, ...values }: Setup = (await setups[operation.key]?.(world, bound)) ?? {};
  let as = typeof by === 'string' || isPersonal(operation) ? by : undefined;
  const body = operation.body ? await makeFields(operation.body) : undefined;
  const query = body ? {} : await makeFields(operation.query);
  const sentFile = file ?? { name: 'a.png', type: 'image/png', bytes: await picture() };
  const baseline = { query, body, as, headers, file: operation.upload ? sentFile : undefined };
  return { baseline, values: { ...query, ...body, ...values } };

  async function makeFields(schema: Operation['query']): Promise<Values> {
    const made = (await makeExample(schema, async ({ title = '', type }, name) => {
      if (name in values) return values[name];
      const create = kinds[title];
      if (!create) return undefined;
      const created = await create(world, bound, operation.path);
      if (typeof created !== 'object' || created === null) return type === 'array' ? [created] : created;
      const { by: owner, ...fields } = created as Setup;
      if (isPersonal(operation)) as ??= owner;
      if (name === 'id') Object.assign(values, { ...fields, ...values });
      const value = fields[name] ?? fields.id;
      return type === 'array' ? [value] : value;
    })) as Values;
    const isKnown = (name: string) => !schema.properties || name in schema.properties;
    return { ...made, ...Object.fromEntries(Object.entries(values).filter(([name]) => isKnown(name))) };
  }
}
