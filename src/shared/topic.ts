export const maxTopics = 200;
export const maxTopicPosts = 200;

/** The page that lists all topics. */
export const topicsPath = '/topic';

const prefix = `${topicsPath}/`;

export const topicPath = (slug: string): string => prefix + slug;

/** Returns the slug of a topic's address, which may belong to no topic; undefined for any other address. */
export function topicSlugOf(path: string): string | undefined {
  const address = path.toLowerCase().replace(/\/+$/, '');
  return address.startsWith(prefix) ? address.slice(prefix.length) : undefined;
}
