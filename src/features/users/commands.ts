import type { Command } from '#platform/cli/command.ts';
import type { UserDetails } from './contract.ts';
import { listAllUsers } from './queries.ts';

const day = (instant: string | null) => instant?.slice(0, 10) ?? 'never';

function formatUsers(users: readonly UserDetails[]): string {
  const rows = [
    ['Email', 'Name', 'Role', 'Joined', 'Last active'],
    ...users.map(({ email, name, role, createdAt, lastActiveAt, disabledAt }) => [
      email,
      name,
      disabledAt ? `${role} (disabled)` : role,
      day(createdAt),
      day(lastActiveAt),
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  return rows
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export const usersCommands: readonly Command[] = [
  {
    name: 'users list',
    summary: 'list all accounts, oldest first',
    async run({ db }) {
      const users = (await Array.fromAsync(listAllUsers(db, { sort: 'oldest' }))).flat();
      const json = users.map(({ id, name, email, role, createdAt, lastActiveAt, disabledAt }) => {
        return { id, name, email, role, createdAt, lastActiveAt, disabledAt };
      });
      return { text: users.length > 0 ? formatUsers(users) : 'There are no accounts yet.', json };
    },
  },
];
