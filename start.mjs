// What `npm start`, `npm run dev`, `npm test` and `npm run bench` call. It runs on the Node that is there (20 or later),
// installs and builds what is missing, and hands over to the Node that the project pins.
const usage = `Usage: node start.mjs <command>

  start   install and build what is missing, then serve the site
  dev     the same with hot reloading instead of a build
  test    run every check; ends with one line: N passed, N failed
            --only typecheck,lint,unit,browser   run some of them
            further words go to the unit and browser tests, to choose among their files
  bench   measure speed and weight, and print a table

Through npm: npm start · npm run dev · npm test -- --only unit blog · npm run bench`;

const [command = '', ...args] = process.argv.slice(2);

if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Freehold needs Node 20 or later to start, and this is ${process.version}.`);
} else if (['--help', '-h', 'help'].includes(command) || args.includes('--help')) {
  console.log(usage);
} else if (['start', 'dev', 'test', 'bench'].includes(command)) {
  const { perform } = await import('./tools/launcher/commands.mjs');
  try {
    process.exitCode = await perform(command, args);
  } catch (error) {
    if (error.name !== 'LaunchError') throw error;
    fail(error.message);
  }
} else {
  fail(`${command ? `There is no command "${command}"` : 'A command is missing'}: use start, dev, test or bench.`);
}

function fail(sentence) {
  console.error(sentence);
  process.exitCode = 1;
}
