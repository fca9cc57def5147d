/** Masks a mail address as `r***r@example.cn`: enough for its owner to recognise. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const name = [...address.slice(0, at)];
  return `${name[0] ?? ''}***${name.length > 1 ? name.at(-1) : ''}${address.slice(at)}`;
}
