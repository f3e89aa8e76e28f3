import { randomInt } from 'node:crypto'
import { createClient } from '@cairn/contract/client'
import { figure, markdownTable } from '../markdown-table.ts'
import type { Part } from '../part.ts'
import { settings } from '../settings.ts'
import { median } from '../statistics/percentiles.ts'
import { croppedWelch, mannWhitney, medianOfDifferences } from '../statistics/two-samples.ts'
import { pin } from '../support/cores.ts'
import { createHttpClient, type HttpClient } from '../support/http-client.ts'
import { unexpected } from '../support/load.ts'
import { type ServiceProcess, withServiceProcess } from '../support/service-process.ts'
import { password, registerAndSignIn } from '../workload/organization.ts'

/** A request whose time must not tell whose address it names. */
type Probe = {
  title: string
  /** Sends the request about an address of this kind. Returns its time in milliseconds. */
  send: Record<string, () => Promise<number>>
}

type Comparison = {
  /** What was asked. Absent in figures from before others than logins were measured. */
  request?: string
  pair: string
  /** Medians of the times, in milliseconds. */
  medians: { first: number; second: number }
  /** First minus second, in milliseconds, with the bounds of the 99 % confidence interval. */
  difference: { median: number; low: number; high: number }
  mannWhitney: { probability: number; superiority: number }
  croppedWelch: number
}

export type LoginTiming = { triples: number; comparisons: Comparison[] }

/** Ten comparisons, each at a tenth of 0.1 %, so that one run in a thousand fails by chance. */
const significance = 0.001 / 10

/**
 * A smaller difference is useless to an attacker: a login takes about 30 ms and varies by more than a millisecond, so detecting 0.1 ms
 * takes more than a thousand attempts at one address even without a network, and rate limits stop them long before. Crosby, Wallach and
 * Riedi ("Opportunities and limits of remote timing attacks", 2009) detect 0.02 ms over the Internet with a thousand undisturbed
 * measurements of a far steadier response.
 */
const boundMilliseconds = 0.1

export const loginTiming: Part<LoginTiming> = {
  title: 'What the time of a response reveals about an address',
  method:
    'Logins with an unknown address, with a wrong password, and with the right password of an account that is not verified; requests for a ' +
    'link to a new password, and for the verification link again, with the address of an account, of one that is not verified, and of none; ' +
    'changes to an address that is free or taken. Each kind once, in random order, again and again. Compared are ranks (Mann-Whitney), means below the 90th ' +
    'percentile (Welch, as in dudect, which considers 4.5 a leak), and the medians of the differences within triples. A pair ' +
    `fails if it differs significantly (p < ${significance.toFixed(4)}) and by more than ${boundMilliseconds} ms.`,
  measure: measureProbes,
  tables: ({ comparisons, triples }) =>
    markdownTable(
      [
        `Of ${figure(triples)} each`,
        'Between',
        'Medians, ms',
        'Difference, ms',
        '99 % interval',
        'Mann-Whitney p',
        'Larger',
        'Welch t',
      ],
      comparisons.map(
        ({ request = 'login', pair, medians, difference, mannWhitney: ranks, croppedWelch: t }) => [
          request,
          pair,
          `${figure(medians.first, 2)}, ${figure(medians.second, 2)}`,
          figure(difference.median, 3),
          `${figure(difference.low, 3)} to ${figure(difference.high, 3)}`,
          figure(ranks.probability, 4),
          `${figure(ranks.superiority * 100, 1)} %`,
          figure(t, 2),
        ],
      ),
    ),
  summary: ({ comparisons, triples }) => {
    const largest = Math.max(...comparisons.map(({ difference }) => Math.abs(difference.median)))
    const requests = [...new Set(comparisons.map(({ request = 'login' }) => request))]
    return (
      `Addresses with and without an account (${requests.join(', ')}; ${figure(triples)} requests of each kind): medians differ by at most ` +
      `${figure(largest, 3)} ms; only more than ${boundMilliseconds} ms could be exploited.`
    )
  },
  failures: ({ comparisons }) =>
    comparisons
      .filter(
        ({ difference, mannWhitney: ranks }) =>
          ranks.probability < significance && Math.abs(difference.median) > boundMilliseconds,
      )
      .map(
        ({ request, pair, difference }) =>
          `${request}: ${pair} can be told apart by ${figure(difference.median, 3)} ms.`,
      ),
}

async function measureProbes(): Promise<LoginTiming> {
  pin(process.pid, 'others')
  try {
    const comparisons = await withServiceProcess(
      // Emails are made and written to the log.
      { prepare: async () => undefined, environment: { EMAIL_DELIVERY: 'log' } },
      compareAll,
    )
    return { triples: settings.loginTiming.triples, comparisons }
  } finally {
    pin(process.pid, 'all')
  }
}

async function compareAll(service: ServiceProcess): Promise<Comparison[]> {
  const client = createHttpClient(service.origin, 1)
  const comparisons: Comparison[] = []
  for (const { title, send } of await prepareProbes(service, client)) {
    const times = await measure(send)
    for (const [index, first] of Object.keys(send).entries()) {
      for (const second of Object.keys(send).slice(index + 1)) {
        comparisons.push({ request: title, ...compare(times, first, second) })
      }
    }
  }
  await client.close()
  return comparisons
}

async function prepareProbes(service: ServiceProcess, client: HttpClient): Promise<Probe[]> {
  const { origin } = service
  // All addresses and passwords have the same length, so that it makes no difference.
  const [known, unverified, unknown] = [
    'withaccount@example.com',
    'notverified@example.com',
    'nobodyknown@example.com',
  ] as const
  const { cookie } = await registerAndSignIn(service, known)
  await registerAndSignIn(service, 'takenbysome@example.com')
  const anonymous = createClient({ baseUrl: origin, headers: { origin } })
  await anonymous.register({ body: { email: unverified, password, displayName: 'Somebody' } })

  const post = (path: string, body: object, status: number, headers: Record<string, string> = {}) => {
    const request = {
      method: 'POST',
      path,
      headers: { origin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    } as const
    return async () => {
      const response = await client.send(request)
      if (response.status !== status) throw unexpected(request, response)
      return response.milliseconds
    }
  }
  const ofEach = (path: string) => ({
    known: post(path, { email: known }, 200),
    unverified: post(path, { email: unverified }, 200),
    unknown: post(path, { email: unknown }, 200),
  })
  const wrong = `${password.slice(0, -1)}!`
  return [
    {
      title: 'login',
      send: {
        unknown: post('/v1/auth/login', { email: unknown, password }, 401),
        wrong: post('/v1/auth/login', { email: known, password: wrong }, 401),
        unverified: post('/v1/auth/login', { email: unverified, password }, 401),
      },
    },
    { title: 'forgotten password', send: ofEach('/v1/auth/password/forgot') },
    { title: 'verification link again', send: ofEach('/v1/auth/verify-email/resend') },
    {
      title: 'change of the address',
      send: {
        free: post('/v1/auth/email/change', { email: 'freeforsome@example.com', password }, 202, { cookie }),
        taken: post('/v1/auth/email/change', { email: 'takenbysome@example.com', password }, 202, { cookie }),
      },
    },
  ]
}

async function measure(send: Probe['send']): Promise<Record<string, number[]>> {
  const kinds = Object.keys(send)
  const times: Record<string, number[]> = Object.fromEntries(kinds.map((kind) => [kind, []]))
  const { warmUp, triples } = settings.loginTiming
  for (let round = 0; round < warmUp + triples; round++) {
    for (const kind of shuffled(kinds)) {
      const milliseconds = (await send[kind]?.()) ?? Number.NaN
      if (round >= warmUp) times[kind]?.push(milliseconds)
    }
  }
  return times
}

function shuffled<T>(values: readonly T[]): T[] {
  const left = [...values]
  return values.flatMap(() => left.splice(randomInt(left.length), 1))
}

function compare(times: Record<string, number[]>, first: string, second: string): Comparison {
  const [a = [], b = []] = [times[first], times[second]]
  const { probability, superiority } = mannWhitney(a, b)
  return {
    pair: `${first} and ${second}`,
    medians: { first: median(a), second: median(b) },
    difference: medianOfDifferences(a, b),
    mannWhitney: { probability, superiority },
    croppedWelch: croppedWelch(a, b),
  }
}
