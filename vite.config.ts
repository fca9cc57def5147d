import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * The reader's site, built twice: for browsers (dist/web/client, immutable files and a manifest that tells the
 * server which of them a page needs) and for the server (dist/web/server, one bundle with its libraries, so
 * that React is the production one whatever the process was started with).
 */
export default defineConfig(({ command }) => ({
  publicDir: 'src/web/public',
  plugins: [react()],
  environments: {
    client: {
      build: {
        outDir: 'dist/web/client',
        manifest: true,
        emptyOutDir: true,
        assetsInlineLimit: 0,
        cssMinify: true,
        rolldownOptions: { input: { web: 'src/web/entry.client.tsx', theme: 'src/ui/theme.js' } },
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
