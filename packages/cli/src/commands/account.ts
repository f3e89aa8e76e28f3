import type { Me } from '@cairn/client'
import type { Command } from 'commander'
import { type Context, clientFor } from '../context.ts'
import { usageError } from '../exit-codes.ts'
import { oneLine } from '../output/escape.ts'
import { table } from '../output/table.ts'
import { minuteOf } from '../output/words.ts'
import type { Run } from '../run.ts'
import { normalOrigin, removeCredential, saveCredential } from '../settings/credentials.ts'
import { readSecret } from '../settings/secret-input.ts'

export function addAccountCommands(program: Command, run: Run): void {
  program
    .command('login')
    .description('sign in with an API token, which is read without showing it, or from standard input')
    .argument('[origin]', 'where Cairn is, such as https://cairn.example.com; default: CAIRN_ORIGIN')
    .action(run(login))
  program
    .command('logout')
    .description('forget the token; revoke it in the settings if somebody may have seen it')
    .action(run(logout))
  program
    .command('whoami')
    .description('who you are, in which organization, and what the token allows')
    .action(run(whoami))
}

async function login(context: Context, argument: string | undefined): Promise<void> {
  const { environment, options } = context
  const named = argument ?? options.origin ?? environment.CAIRN_ORIGIN
  if (!named) throw usageError('Say where: cairn login https://cairn.example.com')
  const origin = normalOrigin(named)
  context.note(`Create a token at ${origin}/settings/api-tokens and paste it here.`)
  const token = await readSecret('Token: ')
  const me = await clientFor(origin, token, options).getMe()
  const file = await saveCredential(environment, origin, token)
  if (context.json) return context.printJson(me)
  await context.print(
    `Signed in to ${origin} as ${oneLine(me.user.displayName)}, in ${oneLine(me.organization.name)}.`,
  )
  context.note(`The token is in ${file}.`)
}

async function logout(context: Context): Promise<void> {
  const origin = await removeCredential(context.environment, context.options.origin)
  if (context.json) return context.printJson({ origin: origin ?? null })
  await context.print(origin ? `Forgot the token of ${origin}.` : 'You were not signed in.')
}

async function whoami(context: Context): Promise<void> {
  const { cairn, origin } = await context.connect()
  const me = await cairn.getMe()
  if (context.json) return context.printJson(me)
  await context.print(...table(rowsOf(me, origin)))
}

function rowsOf({ user, organization, credential }: Me, origin: string): string[][] {
  return [
    ['User', `${oneLine(user.displayName)} <${oneLine(user.email)}>`],
    ['Organization', `${oneLine(organization.name)} (${organization.role})`],
    ['Service', origin],
    ...(credential.kind === 'session'
      ? []
      : [
          ['Token', oneLine(credential.name)],
          ['Scopes', credential.scopes.join(', ')],
          ...(credential.goalIds ? [['Goals', credential.goalIds.join(', ')]] : []),
          ['Expires', minuteOf(credential.expiresAt)],
        ]),
  ]
}
