import type { Part } from '../part.ts'
import { settings } from '../settings.ts'
import { pin } from '../support/cores.ts'
import { withServiceProcess } from '../support/service-process.ts'
import { benchmarked } from '../workload/operations.ts'
import { prepareOrganizations } from '../workload/prepare-data.ts'
import { measureThroughput, type Throughput, warmUp } from './throughput.ts'
import { throughputTable } from './throughput-table.ts'

export const overHttp: Part<Throughput[]> = {
  title: 'Over HTTP',
  method:
    'The service runs as with `npm start`, with its data on disk and its log in a file, on a core of its own; the load generator uses the ' +
    'other cores. Each client sends its next request after the last response. Every status is checked. Rate limits are off. CPU is the ' +
    'processor time of a request, "a core" what one core could serve if it never waited.',
  measure: measureSizes,
  tables: throughputTable,
}

async function measureSizes(): Promise<Throughput[]> {
  const { goals: sizes, concurrencies } = settings.http
  pin(process.pid, 'others')
  const measured = await withServiceProcess(
    { prepare: (place) => prepareOrganizations(place, sizes) },
    async ({ origin, pid }, organizations) => {
      const cells: Throughput[] = []
      for (const [index, prepared] of organizations.entries()) {
        const organization = { ...prepared, origin }
        if (index === 0) await warmUp(organization)
        for (const operation of benchmarked) {
          if (operation.isSizeless && index > 0) continue
          const subject = { origin, pid, act: await operation.begin(organization) }
          for (const concurrency of concurrencies) {
            const cell = { operation: operation.title, goals: sizes[index] ?? 0, concurrency }
            cells.push(await measureThroughput(subject, cell))
          }
        }
      }
      return cells
    },
  )
  pin(process.pid, 'all')
  return measured
}
