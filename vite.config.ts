import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';

const ours = /src\/(?:client|shared|ui|web|features\/[^/]+\/web)\//;
const signIn = /src\/(?:web\/parts\/sign-in|client\/proof)/;
/** The editor's libraries, in a chunk that loads with the editor. */
const tiptap =
  '@tiptap|prosemirror-|orderedmap|rope-sequence|w3c-keyname|linkifyjs|fast-equals|use-sync-external-store';
const isTiptap = new RegExp(`node_modules/(?:${tiptap})`);
const personal =
  /src\/(?:features\/(?:collections|notifications|orders|references)\/web\/|features\/identity\/web\/(?!log)|web\/parts\/(?:personal\/|figure-table|key-text|qr-code)|ui\/(?:controls\/form-parts|states\/notice|uploads\/drop-zone))/;

/**
 * Builds the reader's site twice: for browsers (dist/web/client: immutable files, and a manifest that tells the server
 * which of them a page needs) and for the server (dist/web/server: one bundle with its libraries, so that React is the
 * production build whatever NODE_ENV the process has). Builds the back office (dist/admin) separately, for browsers
 * only, so that readers download none of it.
 */
export default defineConfig(({ command }) => ({
  publicDir: 'src/web/public',
  plugins: [react(), packAssets()],
  // There is no HTML file to scan: in development, a dependency found later would reload the page.
  optimizeDeps: {
    entries: ['src/web/entry.client.tsx', 'src/admin/entry.tsx', 'src/features/*/admin/**/*.screen.tsx'],
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/web/client',
        manifest: true,
        emptyOutDir: true,
        assetsInlineLimit: 0,
        cssMinify: true,
        // The charting library is larger than the default; it loads with the first chart.
        chunkSizeWarningLimit: 600,
        rolldownOptions: {
          input: { web: 'src/web/entry.client.tsx', start: 'src/ui/document-start.js' },
          output: {
            // Libraries go into one chunk that stays cached across releases of the site; modules that pages share go
            // into others, so that a page requests five files instead of thirty and compression is better. The front
            // page's chunks contain nothing it does not need: inner pages, signing in and the personal centre have
            // chunks of their own, and the libraries of the last two load on demand. A group also takes along what its
            // modules import, so the general groups have priority.
            codeSplitting: {
              groups: [
                {
                  name: 'libraries',
                  test: new RegExp(
                    `node_modules/(?!altcha-lib|@floating-ui|echarts|katex|marked|normalize-wheel|react-easy-crop|uqr|weixin-js-sdk|yet-another-react-lightbox|zrender|${tiptap})`,
                  ),
                  priority: 6,
                },
                { name: 'tiptap', test: isTiptap, priority: 5 },
                { name: nameShared, debugName: 'shared', minShareCount: 2, priority: 4 },
                { name: 'further', test: isFurther, minShareCount: 3, priority: 3 },
                { name: 'sign-in', test: signIn, minShareCount: 2, priority: 2 },
                { name: 'personal', test: personal, minShareCount: 2, priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // In development Node loads libraries itself; some are CommonJS, which Vite's module runner cannot execute.
      resolve: { noExternal: command === 'build' ? true : [] },
      build: {
        outDir: 'dist/web/server',
        ssr: true,
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: 'src/web/entry.server.tsx' },
      },
    },
    // In development the client environment also serves the back office's modules.
    ...(command === 'build' && { admin: backOffice }),
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr, admin } = builder.environments;
      for (const environment of [client, ssr, admin]) if (environment) await builder.build(environment);
    },
  },
}));

const backOffice: EnvironmentOptions = {
  consumer: 'client',
  build: {
    outDir: 'dist/admin',
    assetsDir: 'admin-assets',
    manifest: true,
    emptyOutDir: true,
    copyPublicDir: false,
    assetsInlineLimit: 0,
    cssMinify: true,
    // Ant Design is large, but the back office loads it once.
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      input: { admin: 'src/admin/entry.tsx', start: 'src/ui/document-start.js' },
      output: {
        // The libraries of the shell stay cached across releases. Those of tables, forms and pickers load with the first
        // screen that has them, those of the editor with the editor.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 3 },
            { name: 'tiptap', test: isTiptap, priority: 2 },
            {
              name: 'screen-libraries',
              test: new RegExp(`node_modules/(?!diff|marked|${tiptap})`),
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 40_000,
              priority: 1,
            },
          ],
        },
      },
    },
  },
};

const nameShared = (id: string, modules: Modules): string | null =>
  ours.test(id) && isOfFront(id, modules) ? 'shared' : null;
const isFurther = (id: string): boolean => ours.test(id) && !signIn.test(id) && !personal.test(id);

type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };
const fronts = new WeakMap<Modules, Set<string>>();

function isOfFront(id: string, modules: Modules): boolean {
  const front = fronts.get(modules) ?? new Set<string>();
  if (!fronts.has(modules)) {
    fronts.set(modules, front);
    const follow = (next: string) => {
      if (front.has(next)) return;
      front.add(next);
      modules.getModuleInfo(next)?.importedIds.forEach(follow);
    };
    for (const entry of ['src/web/entry.client.tsx', 'src/web/pages/home/home.page.tsx'])
      follow(join(import.meta.dirname, entry).replaceAll('\\', '/'));
  }
  return front.has(id);
}

/** Stores a maximally compressed copy beside each built file, so that the server only selects one. */
function packAssets(): Plugin {
  return {
    name: 'pack-assets',
    apply: 'build',
    applyToEnvironment: ({ name }) => name !== 'ssr',
    async writeBundle({ dir = '' }) {
      const folder = join(dir, this.environment.config.build.assetsDir);
      const names = (await readdir(folder)).filter((file) => /\.(?:js|css|svg)$/.test(file));
      // Node compresses in its thread pool, so all processors take part.
      await Promise.all(names.map((name) => packAsset(join(folder, name))));
    },
  };
}

async function packAsset(path: string): Promise<void> {
  const bytes = await readFile(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
