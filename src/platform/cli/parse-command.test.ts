import { describe, expect, it } from 'vitest';
import { formatHelp, parseCommand } from './parse-command.ts';

const commands = [
  { name: 'start', summary: 'serve the site' },
  { name: 'owner link', summary: 'create a link' },
  {
    name: 'backup',
    summary: 'write a backup',
    arguments: ['[file]'],
    options: {
      to: { type: 'string', summary: 'where to write it', value: 'folder' },
      quiet: { type: 'boolean', summary: 'print nothing' },
    },
  },
  { name: 'version', summary: 'show the version' },
] as const;

describe('parseCommand', () => {
  it.each([
    [['owner', 'link'], 'owner link', {}, [], false],
    [['owner', 'link', '--json'], 'owner link', {}, [], true],
    [['backup', 'a.tar', '--to', 'x', '--quiet'], 'backup', { to: 'x', quiet: true }, ['a.tar'], false],
    [['backup', '--to=-x', '--', '--b'], 'backup', { to: '-x' }, ['--b'], false],
  ])('parses %j', (typed, name, options, positionals, isJson) => {
    expect(parseCommand(commands, typed)).toMatchObject({
      command: { name },
      isJson,
      input: { options, arguments: positionals },
    });
  });

  it.each([[[]], [['help']], [['--help']], [['-h']]])('shows all commands for %j', typed => {
    expect(parseCommand(commands, typed)).toEqual({ help: undefined });
  });

  it.each([
    [['backup', '-h'], 2],
    [['backup', '--help'], 2],
    [['help', 'backup'], 2],
    [['help', 'owner', 'link'], 1],
    [['help', 'version', '--json'], 3],
  ])('shows one command for %j', (typed, index) => {
    expect(parseCommand(commands, typed)).toEqual({ help: commands[index] });
  });

  it.each([[['--version']], [['-v']]])('shows the version for %j', typed => {
    expect(parseCommand(commands, typed)).toMatchObject({ command: { name: 'version' }, isJson: false });
    expect(parseCommand(commands, [...typed, '--json'])).toMatchObject({ command: { name: 'version' }, isJson: true });
  });

  it.each([
    [['restart'], 'Unknown command "restart". Run freehold help for a list.'],
    [['owner'], 'Unknown command "owner". Use owner link.'],
    [['owner', 'delete'], 'Unknown command "owner delete". Use owner link.'],
    [['help', 'restart'], 'Unknown command "restart". Run freehold help for a list.'],
    [['help', 'owner'], 'Unknown command "owner". Use owner link.'],
    [['start', 'now'], 'Unexpected "now". Run freehold start --help.'],
    [['backup', 'a', 'b'], 'Unexpected "b". Run freehold backup --help.'],
    [['backup', '--fast'], "Unknown option '--fast'. Run freehold backup --help."],
    [['backup', '--quiet=no'], "Option '--quiet' does not take an argument. Run freehold backup --help."],
  ])('rejects %j as wrong usage', (typed, message) => {
    expect(() => parseCommand(commands, typed)).toThrow(expect.objectContaining({ message, exitCode: 2 }));
  });
});

describe('formatHelp', () => {
  it('lists the commands in columns', () => {
    expect(formatHelp(commands)).toContain('\n  start       serve the site\n  owner link  create a link\n');
  });

  it('describes a command with its options', () => {
    expect(formatHelp(commands, commands[2])).toBe(
      [
        'Usage: freehold backup [file] [options]',
        '',
        'Write a backup.',
        '',
        '  --to <folder>  where to write it',
        '  --quiet        print nothing',
        '  --json         print the result as JSON',
        '  --help         show this help',
      ].join('\n'),
    );
  });
});
