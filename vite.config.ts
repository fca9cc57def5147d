import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * The reader's site, built twice: for browsers (dist/web/client, immutable files and a manifest that tells the
 * server which of them a page needs) and for the server (dist/web/server, one bundle with its libraries, so
 * that React is the production one whatever the process was started with).
 */
export default defineConfig(({ command }) => ({
  publicDir: 'src/web/public',
  plugins: [react(), packAssets()],
  environments: {
    client: {
      build: {
        outDir: 'dist/web/client',
        manifest: true,
        emptyOutDir: true,
        assetsInlineLimit: 0,
        cssMinify: true,
        rolldownOptions: {
          input: { web: 'src/web/entry.client.tsx', theme: 'src/ui/theme.js' },
          output: {
            // Libraries in one file that outlives our changes; what pages share in another: a page asks for four
            // files, not thirty, and packs better. Signing in and the personal center share their own, and their
            // libraries come when they are needed: whoever only reads loads none of it.
            codeSplitting: {
              groups: [
                {
                  name: 'personal',
                  test: /src\/(?:ui\/account|web\/pages\/personal)\//,
                  minShareCount: 2,
                  priority: 3,
                },
                {
                  name: 'sign-in',
                  test: /src\/(?:web\/parts\/sign-in|ui\/wechat|ui\/controls\/(?:consent|send-code|password-input)|client\/proof)/,
                  minShareCount: 2,
                  priority: 3,
                },
                {
                  name: 'libraries',
                  test: /node_modules\/(?!altcha-lib|normalize-wheel|react-easy-crop|uqr)/,
                  priority: 2,
                },
                { name: 'shared', test: /src\/(?:client|shared|ui|web)\//, minShareCount: 3, priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // While developing Node loads libraries itself; some are CommonJS, which Vite cannot run as modules.
      resolve: { noExternal: command === 'build' ? true : [] },
      build: {
        outDir: 'dist/web/server',
        ssr: true,
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: 'src/web/entry.server.tsx' },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments;
      if (client) await builder.build(client);
      if (ssr) await builder.build(ssr);
    },
  },
}));

/** Packs each built file once, as well as it can be, beside itself: the server only chooses. */
function packAssets(): Plugin {
  return {
    name: 'pack-assets',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle({ dir = '' }) {
      const folder = join(dir, 'assets');
      for (const name of readdirSync(folder).filter((file) => /\.(?:js|css|svg)$/.test(file))) {
        const bytes = readFileSync(join(folder, name));
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        };
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
