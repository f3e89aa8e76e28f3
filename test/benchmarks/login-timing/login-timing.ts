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

const kinds = ['unknown', 'wrong', 'unverified'] as const
type Kind = (typeof kinds)[number]
type Times = Record<Kind, number[]>

type Comparison = {
  pair: string
  /** Medians of the times, in milliseconds. */
  medians: { first: number; second: number }
  /** First minus second, in milliseconds, with the bounds of the 99 % confidence interval. */
  difference: { median: number; low: number; high: number }
  mannWhitney: { probability: number; superiority: number }
  croppedWelch: number
}

export type LoginTiming = { triples: number; comparisons: Comparison[] }

/**
 * Three comparisons, each at a third of 0.1 %, so that one run in a thousand fails by chance.
 */
const significance = 0.001 / 3

/**
 * A smaller difference is useless to an attacker: a login takes about 30 ms and varies by more than a millisecond, so detecting 0.1 ms
 * takes more than a thousand attempts at one address even without a network, and rate limits stop them long before. Crosby, Wallach and
 * Riedi ("Opportunities and limits of remote timing attacks", 2009) detect 0.02 ms over the Internet with a thousand undisturbed
 * measurements of a far steadier response.
 */
const boundMilliseconds = 0.1

export const loginTiming: Part<LoginTiming> = {
  title: 'What the time of a refused login reveals',
  method:
    'Logins with an unknown address, with a wrong password, and with the right password of an account that is not ' +
    'verified, one after the other, in triples of random order. Compared are ranks (Mann-Whitney), means below the 90th ' +
    'percentile (Welch, as in dudect, which considers 4.5 a leak), and the medians of the differences within triples. A pair ' +
    `fails if it differs significantly (p < ${significance.toFixed(4)}) and by more than ${boundMilliseconds} ms.`,
  measure: measureLogins,
  tables: ({ comparisons, triples }) =>
    markdownTable(
      [
        `Of ${figure(triples)} each`,
        'Medians, ms',
        'Difference, ms',
        '99 % interval',
        'Mann-Whitney p',
        'Larger',
        'Welch t',
      ],
      comparisons.map(({ pair, medians, difference, mannWhitney: ranks, croppedWelch: t }) => [
        pair,
        `${figure(medians.first, 2)}, ${figure(medians.second, 2)}`,
        figure(difference.median, 3),
        `${figure(difference.low, 3)} to ${figure(difference.high, 3)}`,
        figure(ranks.probability, 4),
        `${figure(ranks.superiority * 100, 1)} %`,
        figure(t, 2),
      ]),
    ),
  summary: ({ comparisons, triples }) =>
    `Refused logins (${figure(triples)} interleaved triples): medians differ by ${comparisons
      .map(({ pair, difference }) => `${figure(difference.median, 3)} ms (${pair})`)
      .join(', ')}; only more than ${boundMilliseconds} ms could be exploited.`,
  failures: ({ comparisons }) =>
    comparisons
      .filter(
        ({ difference, mannWhitney: ranks }) =>
          ranks.probability < significance && Math.abs(difference.median) > boundMilliseconds,
      )
      .map(({ pair, difference }) => `${pair} can be told apart by ${figure(difference.median, 3)} ms.`),
}

async function measureLogins(): Promise<LoginTiming> {
  pin(process.pid, 'others')
  const times = await withServiceProcess({ prepare: async () => undefined }, measureTriples)
  pin(process.pid, 'all')
  const pairs: [Kind, Kind][] = [
    ['unknown', 'wrong'],
    ['unknown', 'unverified'],
    ['wrong', 'unverified'],
  ]
  return { triples: times.unknown.length, comparisons: pairs.map((pair) => compare(times, pair)) }
}

async function measureTriples(service: ServiceProcess): Promise<Times> {
  const { origin } = service
  const verified = 'verified@example.com'
  const unverified = 'unverified@example.com'
  await registerAndSignIn(service, verified)
  const anonymous = createClient({ baseUrl: origin, headers: { origin } })
  await anonymous.register({ body: { email: unverified, password, displayName: 'Somebody' } })

  // All bodies have the same length, so that it makes no difference.
  const bodies: Record<Kind, string> = {
    unknown: JSON.stringify({ email: 'stranger@example.com', password }),
    wrong: JSON.stringify({ email: verified, password: `${password.slice(0, -1)}!` }),
    unverified: JSON.stringify({ email: unverified, password }),
  }
  const client = createHttpClient(origin, 1)
  const times: Times = { unknown: [], wrong: [], unverified: [] }
  const { warmUp, triples } = settings.loginTiming
  for (let triple = 0; triple < warmUp + triples; triple++) {
    for (const kind of shuffled(kinds)) {
      const milliseconds = await failToLogIn(client, origin, bodies[kind])
      if (triple >= warmUp) times[kind].push(milliseconds)
    }
  }
  await client.close()
  return times
}

async function failToLogIn(client: HttpClient, origin: string, body: string): Promise<number> {
  const headers = { origin, 'content-type': 'application/json' }
  const request = { method: 'POST', path: '/v1/auth/login', headers, body } as const
  const response = await client.send(request)
  if (response.status !== 401) throw unexpected(request, response)
  return response.milliseconds
}

function shuffled<T>(values: readonly T[]): T[] {
  const left = [...values]
  return values.flatMap(() => left.splice(randomInt(left.length), 1))
}

function compare(times: Times, [first, second]: [Kind, Kind]): Comparison {
  const [a, b] = [times[first], times[second]]
  const { probability, superiority } = mannWhitney(a, b)
  return {
    pair: `${first} and ${second}`,
    medians: { first: median(a), second: median(b) },
    difference: medianOfDifferences(a, b),
    mannWhitney: { probability, superiority },
    croppedWelch: croppedWelch(a, b),
  }
}
