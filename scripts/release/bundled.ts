/**
 * Dependencies that a running portal does not load: the build puts them into the bundles of `dist/`, or they are the
 * build itself. A release leaves them out, with everything that only they need. A test fails if the server imports one.
 */
export const BUNDLED = [
  '@bprogress/core',
  '@dnd-kit/dom',
  '@dnd-kit/react',
  '@floating-ui/dom',
  '@tanstack/react-query',
  '@tiptap/core',
  '@tiptap/extension-bubble-menu',
  '@tiptap/extension-table',
  '@tiptap/extensions',
  '@tiptap/pm',
  '@tiptap/react',
  '@tiptap/starter-kit',
  '@tiptap/suggestion',
  '@vitejs/plugin-react',
  'antd',
  'dayjs',
  'diff',
  'echarts',
  'react',
  'react-dom',
  'react-easy-crop',
  'react-router',
  'sonner',
  'typescript',
  'vite',
  'weixin-js-sdk',
  'yet-another-react-lightbox',
  'zustand',
];
