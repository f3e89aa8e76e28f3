import type { Me } from '@cairn/client'
import type { Command } from 'commander'
import { type Context, clientFor } from '../context.ts'
import { usageError } from '../exit-codes.ts'
import { authorize } from '../oauth/authorize.ts'
import { revoke } from '../oauth/requests.ts'
import { oneLine } from '../output/escape.ts'
import { table } from '../output/table.ts'
import { minuteOf } from '../output/words.ts'
import type { Run } from '../run.ts'
import {
  type Credential,
  isGrant,
  normalOrigin,
  removeCredential,
  saveCredential,
} from '../settings/credentials.ts'
import { readSecret } from '../settings/secret-input.ts'

export function addAccountCommands(program: Command, run: Run): void {
  program
    .command('login')
    .description('sign in with an API token, which is read without showing it, or from standard input')
    .argument('[origin]', 'where Cairn is, such as https://cairn.example.com; default: CAIRN_ORIGIN')
    .option('--web', 'sign in with the browser, on this machine')
    .action(run(login))
  program
    .command('logout')
    .description('forget the token, and end a sign-in with the browser')
    .action(run(logout))
  program
    .command('whoami')
    .description('who you are, in which organization, and what the token allows')
    .action(run(whoami))
}

async function login(context: Context, argument: string | undefined, { web }: { web?: true }): Promise<void> {
  const { environment, options } = context
  const named = argument ?? options.origin ?? environment.CAIRN_ORIGIN
  if (!named) throw usageError('Say where: cairn login https://cairn.example.com')
  const origin = normalOrigin(named)
  let credential: Credential = { token: '' }
  // Refuses an origin that would carry the token in the open before there is one.
  const cairn = clientFor(origin, () => credential.token, options, context.io)
  if (web) {
    credential = await authorize(origin, (url) =>
      context.note('Open this page in the browser of this machine:', url),
    )
  } else {
    context.note(`Create a token at ${origin}/settings/api-tokens and paste it here, or use --web.`)
    credential = { token: await readSecret('Token: ', context.io) }
  }
  const me = await cairn.getMe()
  const file = await saveCredential(environment, origin, credential)
  if (context.json) return context.printJson(me)
  await context.print(
    `Signed in to ${origin} as ${oneLine(me.user.displayName)}, in ${oneLine(me.organization.name)}.`,
  )
  context.note(`The token is in ${file}.`)
}

async function logout(context: Context): Promise<void> {
  const removed = await removeCredential(context.environment, context.options.origin)
  const { origin, credential } = removed ?? {}
  if (origin && credential && isGrant(credential)) {
    await revoke(origin, credential.clientId, credential.refreshToken)
  }
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
