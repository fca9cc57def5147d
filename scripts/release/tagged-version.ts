/** What names the version of a commit. */
export type Named = {
  /** Of package.json. */
  version: string;
  changelog: string;
  /** The tags of the commit. */
  tags: readonly string[];
  /** Whether files differ from the commit. */
  isChanged: boolean;
};

/**
 * Returns the tag of a release, and null for one of a commit without a tag, which is for trying.
 * @throws if tag, package.json and CHANGELOG.md of a tagged commit name different versions, or files differ from it
 */
export function tagOf({ version, changelog, tags, isChanged }: Named): string | null {
  const tagged = tags.filter((tag) => /^v\d/.test(tag));
  if (tagged.length === 0) return null;
  const tag = `v${version}`;
  if (!tagged.includes(tag))
    throw new Error(`提交的标签是 ${tagged.join('、')}，package.json 的版本却是 ${version}`);
  const headings = changelog.split('\n').filter((line) => line.startsWith('## '));
  const heading = headings.find((line) => line.startsWith(`## [${version}]`));
  if (!heading) throw new Error(`CHANGELOG.md 没有 ## [${version}] 一节`);
  const newest = headings.find((line) => !line.startsWith('## [Unreleased]'));
  if (newest !== heading) throw new Error(`CHANGELOG.md 最新的一节是 ${newest?.slice(3)}，不是 ${version}`);
  if (isChanged) throw new Error(`文件与标签 ${tag} 的提交不同：请先提交或还原`);
  return tag;
}
