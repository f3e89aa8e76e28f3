import { existsSync } from 'node:fs'
import { createClient } from '@cairn/contract/http/client'
import { distDirectory } from '@cairn/web/hosting'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../browser/support/chromium.ts'
import { seedOrganization } from '../../browser/support/seed.ts'
import { figure, markdownTable } from '../markdown-table.ts'
import type { Part } from '../part.ts'
import { only, settings } from '../settings.ts'
import { median } from '../statistics/percentiles.ts'
import { withServiceInProcess } from '../support/in-process.ts'
import { withServiceProcess } from '../support/service-process.ts'
import { createOrganization } from '../workload/organization.ts'
import type { DataPlace } from '../workload/prepare-data.ts'
import { type Connection, connections, type Visit, visit } from './visit.ts'
import { type PageName, pages, type Seed } from './visited-pages.ts'

type PageTime = {
  page: PageName
  connection: Connection
  requests: number
  kilobytes: number
  /** Of `kilobytes`, those of scripts without their headers, which `npm run weight` limits. */
  scriptKilobytes: number
  /** Received until it is usable. */
  neededKilobytes: number
  usableSeconds: number
  /** Cumulative layout shift of the worst visit. */
  layoutShift?: number
  /** Of the slowest visit. */
  longestSeconds: number
}

/** Half of what web.dev calls good. */
const maximumLayoutShift = 0.05

export const pageTimes: Part<PageTime[]> = {
  title: 'Pages on slow connections',
  method:
    'Chromium, with an empty cache and a built app, opens each page; the median of the visits. Its own network emulation limits the rate and delays ' +
    'every response: slow 4G is 1.6 Mbit/s with round trips of 150 ms, slow 3G 400 kbit/s with 400 ms, without packet loss. It does not emulate ' +
    'opening connections (DNS, TCP, TLS), which cost two or three more round trips on a first visit. The last row of a page has a processor ' +
    'that is four times slower. The service speaks HTTP/1.1 with Brotli on the same machine, as for one machine without a proxy; CloudFront speaks HTTP/2 and ' +
    'compresses less. Usable: the heading, the main content, and the enabled main control are visible, counted from the start of ' +
    'the navigation. Requests and KB (1,000 bytes, compressed, with fonts and, except for scripts, headers) are those of the whole visit until nothing more is loaded.',
  measure: measurePages,
  tables: (rows) =>
    markdownTable(
      [
        'Page',
        'Connection',
        'Usable, s',
        'Slowest',
        'Aim',
        'KB until then',
        'Requests',
        'Aim',
        'KB in all',
        'Scripts, KB',
        'Aim',
        'Layout shift',
        'Aim',
      ],
      rows.map((row) => {
        const { maximum } = pages[row.page]
        return [
          row.page,
          row.connection,
          figure(row.usableSeconds, 2),
          figure(row.longestSeconds, 2),
          figure(connections[row.connection].maximumSeconds),
          figure(row.neededKilobytes),
          figure(row.requests),
          figure(maximum?.requests),
          figure(row.kilobytes),
          figure(row.scriptKilobytes),
          figure(maximum?.scriptKilobytes),
          figure(row.layoutShift, 3),
          figure(maximumLayoutShift, 2),
        ]
      }),
    ),
  failures: (rows) => rows.flatMap(brokenAims),
}

function brokenAims(row: PageTime): string[] {
  const { maximum } = pages[row.page]
  const { maximumSeconds } = connections[row.connection]
  const checks: [number, number | undefined, string][] = [
    [row.usableSeconds, maximumSeconds, 's until it is usable'],
    [row.requests, maximum?.requests, 'requests'],
    [row.scriptKilobytes, maximum?.scriptKilobytes, 'KB of scripts'],
    [row.layoutShift ?? 0, maximumLayoutShift, 'of layout shift'],
  ]
  return checks.flatMap(([value, most, what]) =>
    most !== undefined && value > most
      ? [`${row.page} on ${row.connection}: ${figure(value, 2)} ${what}, more than ${most}.`]
      : [],
  )
}

async function measurePages(): Promise<PageTime[]> {
  if (!existsSync(new URL('index.html', distDirectory)))
    throw new Error('The web app is not built: run `npm run build`.')
  const chromium = await launchChromium()
  try {
    return await withServiceProcess({ prepare: seed }, ({ origin }, seeded) =>
      visitAll(chromium, origin, seeded),
    )
  } finally {
    await chromium.close()
  }
}

/** An organization with some goals, one of which has reports, criteria, measures, and edits. */
function seed(place: DataPlace): Promise<Seed> {
  return withServiceInProcess(place, async (service) => {
    const { cookie } = await createOrganization(service, settings.pages.goals)
    const { origin } = service
    const { goalId } = await seedOrganization(createClient({ baseUrl: origin, headers: { origin, cookie } }))
    return { cookie, goalId }
  })
}

async function visitAll(chromium: Browser, origin: string, seeded: Seed): Promise<PageTime[]> {
  const rows: PageTime[] = []
  const names = settings.pages.names ?? (Object.keys(pages) as PageName[])
  for (const page of names.filter((name) => !only || only.test(name))) {
    for (const connection of settings.pages.connections ?? (Object.keys(connections) as Connection[])) {
      const visits: Visit[] = []
      for (let round = 0; round < settings.pages.rounds; round++)
        visits.push(await visit(chromium, connection, { origin, page: pages[page], seed: seeded }))
      const of = (key: keyof Visit) => visits.map((one) => one[key])
      rows.push({
        page,
        connection,
        requests: Math.max(...of('requests')),
        neededKilobytes: median(of('neededBytes')) / 1_000,
        kilobytes: Math.max(...of('bytes')) / 1_000,
        scriptKilobytes: Math.max(...of('scriptBytes')) / 1_000,
        layoutShift: Math.max(...of('layoutShift')),
        usableSeconds: median(of('usableMilliseconds')) / 1_000,
        longestSeconds: Math.max(...of('usableMilliseconds')) / 1_000,
      })
    }
  }
  return rows
}
