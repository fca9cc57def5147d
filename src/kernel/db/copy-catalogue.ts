import pg from 'pg';

export type CopyColumn = {
  name: string;
  /** As in a cast: `bigint`, `timestamp(3) with time zone`. */
  type: string;
  isIdentity: boolean;
  /** The table that the column's foreign key references; null without one. */
  refersTo: string | null;
  /** The foreign key is deferrable: the referenced row may be inserted later in the transaction. */
  mayComeLater: boolean;
  isNullable: boolean;
};

export type CopyTable = {
  name: string;
  columns: CopyColumn[];
  /** The columns of the primary key, in order; all columns if the table has none. */
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

/** Returns the tables of a schema from the catalogue, each after the tables that its foreign keys need first. */
export async function readCatalogue(client: pg.Client, schema: string): Promise<CopyTable[]> {
  const { rows } = await client.query<CopyColumn & { table: string; place: number | null }>(columnsSql, [
    pg.escapeIdentifier(schema),
  ]);
  const tables = Map.groupBy(rows, ({ table }) => table);
  return sortByReferences(
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

/** Returns the names of the migrations applied to a schema, oldest first. */
export async function readMigrationNames(client: pg.Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from ${pg.escapeIdentifier(schema)}.schema_migrations order by name collate "C"`,
  );
  return rows.map(({ name }) => name);
}

export const refersToItself = ({ name, columns }: CopyTable): boolean =>
  columns.some(({ refersTo }) => refersTo === name);

/** @throws if foreign keys form a cycle, since no load order exists then */
function sortByReferences(tables: CopyTable[]): CopyTable[] {
  const sorted: CopyTable[] = [];
  let remaining = tables;
  while (remaining.length > 0) {
    const waiting = new Set(remaining.map(({ name }) => name));
    const isReady = ({ name, columns }: CopyTable) =>
      columns.every(
        ({ refersTo, mayComeLater }) =>
          refersTo === null || mayComeLater || refersTo === name || !waiting.has(refersTo),
      );
    const ready = remaining.filter(isReady);
    if (ready.length === 0)
      throw new Error(`foreign keys between these tables form a cycle: ${[...waiting].join(', ')}`);
    sorted.push(...ready);
    remaining = remaining.filter((table) => !isReady(table));
  }
  return sorted;
}
