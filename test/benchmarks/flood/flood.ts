import { defaultRateLimits } from '@cairn/domain/rate-limits/limits'
import { figure, markdownTable } from '../markdown-table.ts'
import type { Part } from '../part.ts'
import { settings } from '../settings.ts'
import { type Latency, latencyOf } from '../statistics/percentiles.ts'
import { pin } from '../support/cores.ts'
import { createHttpClient, type HttpClient } from '../support/http-client.ts'
import type { Act } from '../support/load.ts'
import { type ServiceProcess, withServiceProcess } from '../support/service-process.ts'
import { sendSteadily } from '../support/steady-load.ts'
import { operationNamed } from '../workload/operations.ts'
import { type Organization, type PreparedOrganization, password } from '../workload/organization.ts'
import { prepareOrganizations } from '../workload/prepare-data.ts'

type Phase = {
  title: string
  /** How long other requests take meanwhile. */
  others: Latency
  /** Correct sign-ins to the attacked account, from another address. */
  signIns: Latency
  guesses: { judged: number; refused: number }
  errors: string[]
}

export type Flood = { guessesPerSecond: number; phases: Phase[] }

/** A proxy in front of the service would set it; see `CLIENT_ADDRESS_HEADER`. */
const addressHeader = 'x-client-address'
const personAddress = '198.51.100.1'
const attackerAddress = '203.0.113.1'

export const flood: Part<Flood> = {
  title: 'A flood of guesses',
  method:
    'Sessions and goals are requested at a constant rate, and somebody signs in twice a second: first alone, then while ' +
    'passwords of the same account are guessed from another address at a constant rate. The first seconds of the flood, ' +
    'until its limit is reached, are listed separately. The rate limits are those of a deployment.',
  measure: measureFlood,
  tables: ({ phases, guessesPerSecond }) =>
    [
      `${figure(guessesPerSecond)} guesses a second.`,
      markdownTable(
        ['', 'Others p50 ms', 'p95 ms', 'p99 ms', 'Sign-in p50 ms', 'p95 ms', 'Guesses judged', 'Refused'],
        phases.map(({ title, others, signIns, guesses }) => [
          title,
          figure(others.p50, 1),
          figure(others.p95, 1),
          figure(others.p99, 1),
          figure(signIns.p50, 1),
          figure(signIns.p95, 1),
          figure(guesses.judged),
          figure(guesses.refused),
        ]),
      ),
    ].join('\n\n'),
  summary: ({ phases, guessesPerSecond }) => {
    const [alone, , flooded] = phases
    return (
      `${figure(guessesPerSecond)} guesses a second at one account: others wait ${figure(flooded?.others.p50, 1)} ms instead of ` +
      `${figure(alone?.others.p50, 1)} (median), and every right sign-in from elsewhere succeeds.`
    )
  },
  failures: ({ phases }) => {
    const [alone, beginning, flooded] = phases
    const judged = (beginning?.guesses.judged ?? 0) + (flooded?.guesses.judged ?? 0)
    const sentences = phases.flatMap(({ title, errors }) =>
      errors.slice(0, 1).map((error) => `${title}: ${error}`),
    )
    // If the window ends in between, twice as many are allowed.
    if (judged > 2 * defaultRateLimits.login.account) sentences.push(`${judged} guesses were judged.`)
    if (alone && flooded && flooded.others.p50 > 2 * alone.others.p50) {
      sentences.push(`Others wait ${figure(flooded.others.p50 / alone.others.p50, 1)} times as long.`)
    }
    return sentences
  },
}

async function measureFlood(): Promise<Flood> {
  pin(process.pid, 'others')
  const result = await withServiceProcess(
    {
      prepare: (place) => prepareOrganizations(place, [settings.flood.goals]),
      // Those of a deployment, without the limits of callers: the others are one person.
      environment: {
        RATE_LIMITS: 'request.token=10000000,request.account=10000000',
        CLIENT_ADDRESS_HEADER: addressHeader,
      },
    },
    floodService,
  )
  pin(process.pid, 'all')
  return result
}

async function floodService({ origin }: ServiceProcess, [prepared]: PreparedOrganization[]): Promise<Flood> {
  if (!prepared) throw new Error('There is no organization.')
  const organization = { ...prepared, origin }
  const client = createHttpClient(origin, 64)
  const attacker = createHttpClient(origin, 64)
  const { seconds, beginningSeconds, guessesPerSecond } = settings.flood
  // Run every code path once, so that the first phase does not measure cold code.
  await measurePhase('', client, attacker, organization, { seconds: beginningSeconds, guessesPerSecond: 0 })
  const phases = [
    await measurePhase('Alone', client, attacker, organization, { seconds, guessesPerSecond: 0 }),
    await measurePhase('The flood begins', client, attacker, organization, {
      seconds: beginningSeconds,
      guessesPerSecond,
    }),
    await measurePhase('The flood continues', client, attacker, organization, { seconds, guessesPerSecond }),
  ]
  await Promise.all([client.close(), attacker.close()])
  return { guessesPerSecond, phases }
}

async function measurePhase(
  title: string,
  client: HttpClient,
  attacker: HttpClient,
  organization: Organization,
  { seconds, guessesPerSecond }: { seconds: number; guessesPerSecond: number },
): Promise<Phase> {
  const { othersPerSecond, signInsPerSecond } = settings.flood
  const guesses = { judged: 0, refused: 0 }
  const guess: Act = async () => {
    const { status } = await attacker.send(logIn(organization, 'wrong horse battery', attackerAddress))
    if (status === 401) guesses.judged++
    else if (status === 429) guesses.refused++
    else throw new Error(`A guess got status ${status}.`)
  }
  const signIn: Act = async (send) => void (await send(logIn(organization, password, personAddress), 200))
  const [others, signIns, guessed] = await Promise.all([
    sendSteadily(client, await askForThings(organization), { perSecond: othersPerSecond, seconds }),
    sendSteadily(client, signIn, { perSecond: signInsPerSecond, seconds }),
    sendSteadily(attacker, guess, { perSecond: guessesPerSecond, seconds }),
  ])
  const latency = ({ arrivals }: typeof others) => latencyOf(arrivals.map(({ milliseconds }) => milliseconds))
  return {
    title,
    others: latency(others),
    signIns: latency(signIns),
    guesses,
    errors: [...others.errors, ...signIns.errors, ...guessed.errors],
  }
}

/** The most frequent requests of people and programs. */
async function askForThings(organization: Organization): Promise<Act> {
  const acts = await Promise.all(
    ['session', 'get goal, token'].map((title) => operationNamed(title).begin(organization)),
  )
  let next = 0
  return async (send) => acts[next++ % acts.length]?.(send)
}

function logIn({ origin, email }: Organization, secret: string, address: string) {
  return {
    method: 'POST' as const,
    path: '/v1/auth/login',
    headers: { 'content-type': 'application/json', origin, [addressHeader]: address },
    body: JSON.stringify({ email, password: secret }),
  }
}
