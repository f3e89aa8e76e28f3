import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { oneLine } from '../output/escape.ts'
import { table } from '../output/table.ts'
import type { Run } from '../run.ts'
import { chooseProfile } from '../settings/credentials.ts'
import { profileName, readProfiles } from '../settings/profiles.ts'
import { forget } from './account.ts'

export function addProfilesCommands(program: Command, run: Run): void {
  const profiles = program
    .command('profiles')
    .description('list your sign-ins: one for each organization, or change them')
  profiles.action(run(listProfiles))
  profiles
    .command('use')
    .description('use a profile from now on; once: --profile')
    .argument('<name>', 'its name')
    .action(run(useProfile))
  profiles
    .command('remove')
    .description('forget a profile, and end a sign-in with the browser')
    .argument('<name>', 'its name')
    .action(run(removeNamed))
}

async function listProfiles(context: Context): Promise<void> {
  const { current, profiles } = await readProfiles(context.environment)
  const rows = Object.entries(profiles).map(([name, { origin, organization, user }]) => ({
    name,
    origin,
    organization: organization?.name ?? null,
    user: user ?? null,
    isCurrent: name === current,
  }))
  if (context.json) return context.printJson({ profiles: rows })
  if (rows.length === 0)
    return context.print('You are not signed in. Run: cairn login https://cairn.example.com')
  await context.print(
    ...table(
      rows.map(({ name, origin, organization, user, isCurrent }) => [
        isCurrent ? '*' : ' ',
        ...[name, organization ?? '', user ?? '', origin].map(oneLine),
      ]),
    ),
  )
}

async function useProfile(context: Context, name: string): Promise<void> {
  const { origin } = await chooseProfile(context.environment, profileName(name))
  if (context.json) return context.printJson({ profile: name, origin })
  await context.print(`Commands use ${name}, at ${oneLine(origin)}.`)
}

async function removeNamed(context: Context, name: string): Promise<void> {
  await forget(context, { profile: name })
}
