import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { createChangeHandler } from '@cairn/domain/changes/handle-changes'
import { handleQueue } from '@cairn/domain/changes/handle-queue'
import { recordEvents } from '@cairn/domain/changes/record-events'
import { type BatchRequest, writeBatches } from '@cairn/domain/database/batch-write'
import { closeDatabase, createDatabase, type Database } from '@cairn/domain/database/client'
import { readFeed } from '@cairn/domain/events/feed/read-feed'
import { attachEngine, openEngine } from '@cairn/engine'
import { ensureTable } from '@cairn/local/database/table'
import { writeOrganization } from '../../feed/support/acme.ts'
import { eventNumber } from '../../feed/support/events.ts'
import { figure, markdownTable } from '../markdown-table.ts'
import type { Part } from '../part.ts'
import { settings } from '../settings.ts'
import { localTable } from '../support/in-process.ts'
import { withTemporaryDirectory } from '../support/temporary-directory.ts'

export type EventsPerSecond = {
  organizations: number
  /** Changes that waited at the beginning. */
  events: number
  perSecond: number
  /** Processor time of an event, in milliseconds. */
  cpu: number
  /** Lists of 50 events at the end of the first organization's feed, one after the other. */
  listsPerSecond: number
}

const listed = 50

export const eventsPerSecond: Part<EventsPerSecond[]> = {
  title: 'Events',
  method:
    'On one machine, changes wait in the queue on disk, as a busy second leaves them. The pump reads them, appends their events to the feeds of ' +
    'their organizations, and removes them. Then 50 events are read from a feed of full pages, again and again.',
  measure: () => withTemporaryDirectory(measureAll),
  tables: (rows) =>
    markdownTable(
      ['Organizations', 'Events', 'Events /s', 'CPU ms', 'Lists of 50 /s'],
      rows.map(({ organizations, events, perSecond, cpu, listsPerSecond }) => [
        figure(organizations),
        figure(events),
        figure(perSecond),
        figure(cpu, 3),
        figure(listsPerSecond),
      ]),
    ),
  summary: (rows) =>
    `Events through queue and handler on one machine: ${rows
      .map(
        ({ organizations, perSecond }) =>
          `${figure(perSecond)} a second of ${figure(organizations)} organizations`,
      )
      .join(', ')}.`,
}

async function measureAll(directory: string): Promise<EventsPerSecond[]> {
  const rows: EventsPerSecond[] = []
  for (const organizations of settings.events.organizations) {
    rows.push(await measure(path.join(directory, String(organizations)), organizations))
  }
  return rows
}

async function measure(directory: string, organizations: number): Promise<EventsPerSecond> {
  const engine = openEngine({ directory, sync: 'background' })
  const address = {
    ...localTable,
    attach: (client: Parameters<typeof attachEngine>[0]) => attachEngine(client, engine),
  }
  await ensureTable(address)
  const database = createDatabase(address)
  try {
    const ids = Array.from({ length: organizations }, () => randomUUID())
    await Promise.all(ids.map((id) => writeOrganization(database, id)))
    const { events } = settings.events
    await handleAll(database, ids, Math.ceil(events / 10))
    const { seconds, cpu } = await handleAll(database, ids, events)
    return {
      organizations,
      events,
      perSecond: events / seconds,
      cpu: cpu / events,
      listsPerSecond: await listAgain(database, ids[0] ?? ''),
    }
  } finally {
    closeDatabase(database)
    engine.close()
  }
}

/** Lets changes wait, one organization after the other, and handles them. */
async function handleAll(database: Database, organizationIds: readonly string[], count: number) {
  const changes = Array.from({ length: count }, (_, number) => {
    const organizationId = organizationIds[number % organizationIds.length] ?? ''
    const { Put: put } = recordEvents(database, { organizationId, events: [eventNumber(number)] })
    return { PutRequest: { Item: (put as { Item: object }).Item } } as BatchRequest
  })
  await writeBatches(database, changes)
  const [before, start] = [process.cpuUsage(), performance.now()]
  await handleQueue(database, {
    handle: createChangeHandler(),
    now: () => new Date(),
    onEvents: () => {},
    onCleanUp: () => {},
    isStopping: () => false,
  })
  const { user, system } = process.cpuUsage(before)
  return { seconds: (performance.now() - start) / 1_000, cpu: (user + system) / 1_000 }
}

async function listAgain(database: Database, organizationId: string): Promise<number> {
  const { lists } = settings.events
  const start = performance.now()
  for (let count = 0; count < lists; count++) {
    await readFeed(database, organizationId, { order: 'desc', limit: listed })
  }
  return lists / ((performance.now() - start) / 1_000)
}
