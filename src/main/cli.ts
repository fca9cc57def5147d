import { type CommandName, usages } from './usages.ts';

const args = process.argv.slice(2);
const names = Object.keys(usages) as CommandName[];
const name = names.find((words) => words.split(' ').every((word, place) => args[place] === word));
if (name) {
  const { runCommand } = await import('./run-command.ts');
  process.exit(await runCommand(name, args.slice(name.split(' ').length)));
}
const usage = `用法：npm run guanlan -- <命令>\n\n${names.map((one) => `  ${usages[one]}`).join('\n')}`;
const isUsageRequested = args.length === 0 || args[0] === 'help' || args[0] === '--help';
if (isUsageRequested) console.log(usage);
else console.error(usage);
process.exitCode = isUsageRequested ? 0 : 1;
