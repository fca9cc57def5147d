import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Preloaded with --import. When the process exits, prints the packages that it loaded as one line of JSON on stderr.
const packages = new Set<string>();
registerHooks({
  load(url, context, nextLoad) {
    const [, name] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(url) ?? [];
    if (name) packages.add(name);
    return nextLoad(url, context);
  },
});
process.on('exit', () => writeSync(2, `${JSON.stringify([...packages])}\n`));
