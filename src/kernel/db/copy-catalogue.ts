import pg from 'pg';

export type CopyColumn = {
  name: string;
  /** As a cast writes it: `bigint`, `timestamp(3) with time zone`. */
  type: string;
  isIdentity: boolean;
  /** The table it refers to; null for none. */
  refersTo: string | null;
  /** What it refers to may come after it, as long as it is there in the end. */
  mayComeLater: boolean;
  isNullable: boolean;
};

export type CopyTable = {
  name: string;
  columns: CopyColumn[];
  /** The columns of the primary key, in its order; all columns where there is none. */
  key: string[];
};

const columnsSql = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    a.attidentity <> '' as "isIdentity", not a.attnotnull as "isNullable",
    (select f.relname from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.contype = 'f' and k.conrelid = c.oid and k.conkey = array[a.attnum] limit 1) as "refersTo",
    exists (select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid
      and k.conkey = array[a.attnum] and k.condeferrable) as "mayComeLater",
    (select array_position(k.conkey, a.attnum) from pg_constraint k
      where k.contype = 'p' and k.conrelid = c.oid) as place
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind = 'r' and c.relnamespace = $1::text::regnamespace and c.relname <> 'schema_migrations'
  order by c.relname, a.attnum`;

/** The tables of a schema as the catalogue has them, each after those that have to be there before it. */
export async function readCatalogue(client: pg.Client, schema: string): Promise<CopyTable[]> {
  const { rows } = await client.query<CopyColumn & { table: string; place: number | null }>(columnsSql, [
    pg.escapeIdentifier(schema),
  ]);
  const tables = Map.groupBy(rows, ({ table }) => table);
  return inOrder(
    [...tables].map(([name, columns]) => {
      const key = columns.filter(({ place }) => place !== null);
      key.sort((one, two) => (one.place ?? 0) - (two.place ?? 0));
      return {
        name,
        columns: columns.map(({ table: _, place: __, ...column }) => column),
        key: (key.length > 0 ? key : columns).map((column) => column.name),
      };
    }),
  );
}

/** The names of the migrations a schema has had, oldest first. */
export async function readMigrationNames(client: pg.Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from ${pg.escapeIdentifier(schema)}.schema_migrations order by name collate "C"`,
  );
  return rows.map(({ name }) => name);
}

export const refersToItself = ({ name, columns }: CopyTable): boolean =>
  columns.some(({ refersTo }) => refersTo === name);

/** @throws when tables refer to each other in a ring: no order would load them */
function inOrder(tables: CopyTable[]): CopyTable[] {
  const sorted: CopyTable[] = [];
  let left = tables;
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const isReady = ({ name, columns }: CopyTable) =>
      columns.every(
        ({ refersTo, mayComeLater }) =>
          refersTo === null || mayComeLater || refersTo === name || !waiting.has(refersTo),
      );
    const ready = left.filter(isReady);
    if (ready.length === 0) throw new Error(`tables refer to each other: ${[...waiting].join(', ')}`);
    sorted.push(...ready);
    left = left.filter((table) => !isReady(table));
  }
  return sorted;
}
