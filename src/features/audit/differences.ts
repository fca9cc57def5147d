type Fields = Readonly<Record<string, unknown>>;

/** What to write down of a thing that was saved: only what changed, since a log of all fields would hide it. */
export function differences(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  const pick = (fields: Fields) => Object.fromEntries(changed.map((name) => [name, fields[name]]));
  return { before: pick(before), after: pick(after) };
}
