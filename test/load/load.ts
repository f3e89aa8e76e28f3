import { openAccount } from './account.ts'
import { useTenant } from './clients.ts'
import { noMeasurements, problemsIn, tableOf } from './measure.ts'
import { type LoadSettings, readSettings, UsageError } from './settings.ts'
import { createTenant, deleteTenants, type Tenant } from './tenants.ts'

export type Surroundings = {
  print: (line: string) => void
  /** Ends the load early. What it has created is deleted all the same. */
  signal: AbortSignal
}

/** Puts load on an installation. Returns whether all kinds of requests stayed within the thresholds, and nothing is left behind. */
export async function runLoad(settings: LoadSettings, { print, signal }: Surroundings): Promise<boolean> {
  const account = await openAccount(settings)
  print(planOf(settings, account.email))
  const tenants: Tenant[] = []
  const measurements = noMeasurements()
  let left: string[] = []
  try {
    for (let number = 0; number < settings.tenants && !signal.aborted; number++) {
      await createTenant(account, tenants)
    }
    const start = performance.now()
    const end = AbortSignal.any([signal, AbortSignal.timeout(settings.seconds * 1_000)])
    await Promise.all(tenants.map((tenant) => useTenant(tenant, settings, measurements, end)))
    print(tableOf(measurements, (performance.now() - start) / 1_000))
  } finally {
    left = await deleteTenants(account, tenants)
    await account.leave()
  }
  const problems = [
    ...problemsIn(measurements, settings),
    ...(left.length > 0 ? [`Not deleted: ${left.join(', ')}. Delete them in the settings.`] : []),
  ]
  for (const problem of problems) print(problem)
  print(
    left.length > 0
      ? `${tenants.length - left.length} of ${tenants.length} organizations are deleted.`
      : `All ${tenants.length} organizations are deleted.`,
  )
  return problems.length === 0
}

/** Says what the load will do. */
function planOf(settings: LoadSettings, email: string): string {
  const { origin, tenants, people, reporters, agents, pollSeconds, workSeconds, seconds } = settings
  const rate = tenants * (people / pollSeconds + (reporters * 2 + agents * 3) / workSeconds)
  return [
    `On ${origin}, ${email} creates ${tenants} organizations with 5 goals each.`,
    `For ${seconds} s, in each: ${people} people ask for news every ${pollSeconds} s; ${reporters} programs and ${agents} agents work every ${workSeconds} s.`,
    `That is about ${rate.toFixed(1)} requests a second. Then the organizations are deleted.\n`,
  ].join('\n')
}

async function main(): Promise<void> {
  const interrupted = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort())
  try {
    const settings = readSettings(process.argv.slice(2), process.env)
    const isWell = await runLoad(settings, {
      print: (line) => console.log(line),
      signal: interrupted.signal,
    })
    process.exitCode = isWell ? 0 : 1
  } catch (error) {
    console.error(error instanceof UsageError ? error.message : error)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

if (import.meta.main) await main()
