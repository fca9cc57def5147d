/** The first letters of a name's pinyin, as people type them: 禾垣电力 is HYDL. */
export async function initialsOf(name: string): Promise<string> {
  // Its dictionary is large, and only who writes securities needs it.
  const { pinyin } = await import('pinyin-pro');
  return pinyin(name.normalize('NFKC'), { pattern: 'first', toneType: 'none', type: 'array' })
    .join('')
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, 40);
}
