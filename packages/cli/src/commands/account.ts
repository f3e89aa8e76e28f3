import type { Me } from '@cairn/client'
import type { Command } from 'commander'
import { type Context, clientFor } from '../context.ts'
import { usageError } from '../exit-codes.ts'
import { authorize } from '../oauth/authorize.ts'
import { authorizeDevice, type Shown } from '../oauth/device.ts'
import { revoke } from '../oauth/requests.ts'
import { oneLine } from '../output/escape.ts'
import { table } from '../output/table.ts'
import { minuteOf } from '../output/words.ts'
import type { Run } from '../run.ts'
import {
  type Choice,
  namedProfile,
  normalOrigin,
  removeProfile,
  saveProfile,
} from '../settings/credentials.ts'
import { hasBrowser } from '../settings/open-page.ts'
import { type Credential, isGrant, readProfiles } from '../settings/profiles.ts'
import { readSecret } from '../settings/secret-input.ts'

export function addAccountCommands(program: Command, run: Run): void {
  program
    .command('login')
    .description('sign in with an API token, which is read without showing it, or from standard input')
    .argument('[origin]', 'where Cairn is, such as https://cairn.example.com; default: CAIRN_ORIGIN')
    .option('--web', 'sign in with the browser, on this machine')
    .option('--device', 'sign in with a code, in a browser on another machine')
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

async function login(
  context: Context,
  argument: string | undefined,
  { web, device }: { web?: true; device?: true },
): Promise<void> {
  const { environment, options } = context
  if (web && device) throw usageError('Choose one: --web or --device.')
  const name = namedProfile(environment, options)
  // A file that cannot be used is found before anybody goes to the browser.
  const { profiles } = await readProfiles(environment)
  const known = name === undefined ? undefined : profiles[name]?.origin
  const named = argument ?? options.origin ?? known ?? environment.CAIRN_ORIGIN
  if (!named) throw usageError('Say where: cairn login https://cairn.example.com')
  const origin = normalOrigin(named)
  let credential: Credential = { token: '' }
  // Refuses an origin that would carry the token in the open before there is one.
  const cairn = clientFor(origin, () => credential.token, options, context.io)
  if (web) {
    credential = await authorize(origin, context.io.pause, (url) => {
      context.note('Open this page in the browser of this machine:', url)
      if (!hasBrowser(environment)) {
        context.note('If this machine has no browser, stop this command and use: cairn login --device')
      }
    })
  } else if (device) {
    credential = await authorizeDevice(origin, context.io.pause, (shown) => showCode(context, shown))
  } else {
    context.note(`Create a token at ${origin}/settings/api-tokens and paste it here, or use --web.`)
    if (!hasBrowser(environment)) context.note('On a machine without a browser: cairn login --device')
    credential = { token: await readSecret('Token: ', context.io) }
  }
  const me = await cairn.getMe()
  const { user, organization } = me
  const saved = await saveProfile(
    environment,
    {
      origin,
      credential,
      organization: { id: organization.id, name: organization.name },
      user: user.displayName,
    },
    name,
  )
  if (context.json) return context.printJson(me)
  await context.print(
    `Signed in to ${origin} as ${oneLine(user.displayName)}, in ${oneLine(organization.name)}.`,
  )
  context.note(`The token is in ${saved.file}, profile ${saved.name}.`)
}

function showCode({ note }: Context, { page, code, pageWithCode, minutes }: Shown): void {
  note(
    `Open ${page} in a browser on any machine and enter this code:`,
    '',
    `  ${code}`,
    '',
    ...(pageWithCode === undefined ? [] : [`Or open ${pageWithCode}`]),
    `The code is for you alone, and expires in ${minutes} minutes.`,
  )
}

const logout = (context: Context) => forget(context, context.options)

/** Forgets a sign-in, and ends one that was made with the browser. */
export async function forget(context: Context, choice: Choice): Promise<void> {
  const removed = await removeProfile(context.environment, choice)
  const { origin, credential, name } = removed ?? {}
  if (origin && credential && isGrant(credential)) {
    await revoke(origin, credential.clientId, credential.refreshToken, context.io.pause)
  }
  if (context.json) return context.printJson({ origin: origin ?? null, profile: name ?? null })
  await context.print(origin ? `Forgot the token of ${oneLine(origin)}.` : 'You were not signed in.')
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
    ['Organization', oneLine(`${organization.name} (${organization.role})`)],
    ['Service', origin],
    ...(credential.kind === 'session'
      ? []
      : [
          ['Token', oneLine(credential.name)],
          ['Scopes', oneLine(credential.scopes.join(', '))],
          ...(credential.goalIds ? [['Goals', oneLine(credential.goalIds.join(', '))]] : []),
          ['Expires', minuteOf(credential.expiresAt)],
        ]),
  ]
}
