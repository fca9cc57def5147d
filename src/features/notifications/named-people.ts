/**
 * A member whom the title of a notice names, by the name they had. `at` is where the name begins, in UTF-16 units; without
 * it, names begin the title, in this order, joined by 、, as many as it has.
 */
export type NoticePerson = { id: string; name: string; at?: number };

type Named = { title: string; people: readonly NoticePerson[] };

/** Returns title and people with the name of one of them replaced. What else the title says stays, even an equal text. */
export function replaceName({ title, people }: Named, memberId: string, replacement: string): Named {
  let text = title;
  let next = 0;
  let isListed = true;
  let shift = 0;
  const renamed = people.map((person) => {
    const at = person.at === undefined ? undefined : person.at + shift;
    const start = at ?? (isListed ? next : -1);
    const isNamed = start >= 0 && text.startsWith(person.name, start);
    const name = person.id === memberId ? replacement : person.name;
    if (isNamed) {
      text = text.slice(0, start) + name + text.slice(start + person.name.length);
      shift += name.length - person.name.length;
    }
    next = start + name.length + 1;
    isListed &&= isNamed && text[next - 1] === '、';
    return { ...person, name, ...(at !== undefined && { at }) };
  });
  return { title: text, people: renamed };
}
