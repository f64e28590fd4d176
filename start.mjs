#!/usr/bin/env node
// Entry point of `npm start` and the other scripts in package.json, and of the command line `freehold`. Runs on any Node
// from 20, installs and builds the site if needed, and hands over to the Node version that the project pins.
const usage = `Usage: node start.mjs <command>

  start    install dependencies and build if needed, then serve the site
  dev      serve the site from the sources, with hot reloading
  test     run all checks; the last line is: N passed, N failed
             --only lint,crash,unit,browser   run only these checks
             other arguments select unit and browser test files
  bench    measure speed and size, and print a table
  release  build the program and pack it for installation, into the folder release
  help     list the commands for a site's data, such as owner reset-password

Through npm: npm start · npm run dev · npm test -- --only unit blog · npm run bench
             npm run release · npm run freehold -- help`;

const developerCommands = ['start', 'dev', 'test', 'bench', 'release'];
const [command = '', ...args] = process.argv.slice(2);

if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Freehold needs Node 20 or later. This is ${process.version}.`);
} else if (command === '' || (developerCommands.includes(command) && args.includes('--help'))) {
  console.log(usage);
} else {
  const { perform } = await import('./tools/launcher/commands.mjs');
  try {
    process.exitCode = await perform(command, args);
  } catch (error) {
    if (error.name !== 'LaunchError') throw error;
    fail(error.message);
  }
}

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}
