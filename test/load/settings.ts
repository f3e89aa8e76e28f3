import { parseArgs } from 'node:util'

export type LoadSettings = {
  /** Scheme, host and port of the installation, without a trailing slash. */
  origin: string
  tenants: number
  /** People of a tenant who have a page open. */
  people: number
  /** Programs of a tenant that report. */
  reporters: number
  /** Agents of a tenant that use `/mcp`. */
  agents: number
  /** How often a page asks for news, in seconds. */
  pollSeconds: number
  /** How often a program reports, and an agent works, in seconds. */
  workSeconds: number
  seconds: number
  /** The share of requests of a kind that may fail, in percent. */
  maximumErrors: number
  /** The p99 that a kind may have, in milliseconds. */
  maximumP99: number
  /** An account that may sign in. Without it, a service on this machine gets a new one. */
  account: { email: string; password: string } | undefined
}

export const usage = `Usage: npm run load -- --url <origin> [options]

Creates organizations, lets people, programs and agents use them for a while, prints how long each kind of request took, and deletes
the organizations. Exits 1 if too many requests failed or took too long.

  --url <origin>          the installation, as in the browser, such as http://localhost:3000
  --tenants <number>      organizations; default 3, at most 90
  --people <number>       people of each with an open page, which asks for news; default 10
  --poll <seconds>        how often a page asks; default 10
  --reporters <number>    programs of each that report; default 1
  --agents <number>       agents of each that read a brief and report by /mcp; default 1
  --every <seconds>       how often a program or agent works; default 5
  --seconds <seconds>     default 30, at most 3,600
  --max-errors <percent>  of the requests of a kind; default 1
  --max-p99 <ms>          of a kind; default 1,000

The account that owns the organizations is in LOAD_EMAIL and LOAD_PASSWORD. Without them, a new one registers, where emails are
shown at /dev/mail, and is deleted at the end.`

export class UsageError extends Error {}

const ranges = {
  tenants: { default: 3, from: 1, to: 90 },
  people: { default: 10, from: 0, to: 10_000 },
  poll: { default: 10, from: 0.1, to: 3_600 },
  reporters: { default: 1, from: 0, to: 1_000 },
  agents: { default: 1, from: 0, to: 1_000 },
  every: { default: 5, from: 0.1, to: 3_600 },
  seconds: { default: 30, from: 0.1, to: 3_600 },
  'max-errors': { default: 1, from: 0, to: 100 },
  'max-p99': { default: 1_000, from: 1, to: 600_000 },
} as const

type Name = keyof typeof ranges

/** @throws UsageError with one sentence, or the usage. */
export function readSettings(
  parameters: readonly string[],
  environment: Record<string, string | undefined>,
): LoadSettings {
  const values = parse(parameters)
  const number = (name: Name) => numberOf(name, values[name])
  const { LOAD_EMAIL: email, LOAD_PASSWORD: password } = environment
  if ((email === undefined) !== (password === undefined)) {
    throw new UsageError('Set LOAD_EMAIL and LOAD_PASSWORD both, or neither.')
  }
  return {
    origin: originOf(values.url),
    tenants: number('tenants'),
    people: number('people'),
    reporters: number('reporters'),
    agents: number('agents'),
    pollSeconds: number('poll'),
    workSeconds: number('every'),
    seconds: number('seconds'),
    maximumErrors: number('max-errors'),
    maximumP99: number('max-p99'),
    account: email !== undefined && password !== undefined ? { email, password } : undefined,
  }
}

function parse(parameters: readonly string[]): Record<string, string | undefined> {
  const names = ['url', ...Object.keys(ranges)]
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
    return parseArgs({ args: [...parameters], options }).values as Record<string, string | undefined>
  } catch {
    throw new UsageError(usage)
  }
}

function originOf(url: string | undefined): string {
  if (url === undefined || !URL.canParse(url)) throw new UsageError(usage)
  const { origin, protocol } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new UsageError('--url must begin with http or https.')
  return origin
}

function numberOf(name: Name, text: string | undefined): number {
  const { default: missing, from, to } = ranges[name]
  const value = text === undefined ? missing : Number(text)
  const isWhole = !['poll', 'every', 'seconds', 'max-errors'].includes(name)
  if (!(value >= from && value <= to) || (isWhole && !Number.isInteger(value))) {
    throw new UsageError(`--${name} must be a ${isWhole ? 'whole ' : ''}number from ${from} to ${to}.`)
  }
  return value
}
