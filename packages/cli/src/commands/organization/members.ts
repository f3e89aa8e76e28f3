import type { Command } from 'commander'
import type { Context } from '../../context.ts'
import { oneLine } from '../../output/escape.ts'
import { table } from '../../output/table.ts'
import { readMembers } from '../../people.ts'
import type { Run } from '../../run.ts'

export function addMembersCommand(program: Command, run: Run): void {
  program
    .command('members')
    .description('list the members of the organization; needs the scope members:read')
    .action(run(listMembers))
}

async function listMembers(context: Context): Promise<void> {
  const { cairn } = await context.connect()
  const members = await readMembers(cairn)
  if (context.json) return context.printJson({ members })
  await context.print(
    ...table(
      members.map(({ userId, displayName, email, role }) => [
        oneLine(displayName),
        oneLine(email ?? ''),
        oneLine(role),
        oneLine(userId),
      ]),
    ),
  )
}
