import { Node } from '@tiptap/core';
import { checkEmbed, readEmbedAddress, videoName, videoPage } from '#shared/embeds.ts';

/**
 * The player of a video site with a caption. The editor shows where it is and loads nothing of the site. The server
 * derives the player from provider and id, and ignores any other.
 */
export const EmbedNode = Node.create({
  name: 'embed',
  group: 'block',
  content: 'inline*',
  draggable: true,
  isolating: true,

  addAttributes: () => ({
    provider: { default: null, rendered: false },
    video: { default: null, rendered: false },
  }),

  parseHTML: () => [
    {
      tag: 'figure[data-embed]',
      priority: 60,
      getAttrs: (figure) =>
        checkEmbed(figure.getAttribute('data-embed'), figure.getAttribute('data-video')) ?? false,
      contentElement: (figure) =>
        (figure as HTMLElement).querySelector('figcaption') ?? document.createElement('figcaption'),
    },
    {
      tag: 'iframe[src]',
      getAttrs: (frame) => readEmbedAddress(frame.getAttribute('src') ?? '') ?? false,
      contentElement: () => document.createElement('figcaption'),
    },
  ],

  renderHTML: ({ node }) => [
    'figure',
    { 'data-embed': node.attrs.provider, 'data-video': node.attrs.video },
    ['figcaption', 0],
  ],

  addNodeView:
    () =>
    ({ node }) => {
      const embed = checkEmbed(node.attrs.provider, node.attrs.video);
      const dom = document.createElement('figure');
      dom.className = 'figure embed';
      const box = document.createElement('div');
      box.className = 'embed__box';
      box.contentEditable = 'false';
      const contentDOM = document.createElement('figcaption');
      dom.append(box, contentDOM);
      if (embed) {
        const name = document.createElement('span');
        name.textContent = `${videoName(embed)} ${embed.video}`;
        const link = document.createElement('a');
        link.href = videoPage(embed);
        link.target = '_blank';
        link.rel = 'noopener noreferrer';
        link.textContent = '在新窗口看';
        box.append(name, link);
      }
      return {
        dom,
        contentDOM,
        update: (updated) => updated.type === node.type && updated.attrs.video === node.attrs.video,
      };
    },
});
