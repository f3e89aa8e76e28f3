import { randomUUID } from 'node:crypto'
import type { Client } from '@cairn/contract/http/client'
import { type Brief, maximumBriefBytes } from '@cairn/contract/schemas/feed/brief'
import type { Event } from '@cairn/contract/schemas/feed/events'
import { appendEvents } from '@cairn/domain/events/feed/append-events'
import type { Database } from '@cairn/domain/storage/database/client'
import { encodeRow, type GoalRow, goalRowEntity } from '@cairn/domain/storage/table/entities/goals/goal-row'
import type { Meter } from '../../../infra/cost/meter.ts'
import { createToken, programWith } from '../../support/people/api-tokens.ts'
import type { CallRecorder } from '../../support/service/call-recorder.ts'
import { writeRecords } from '../../support/table/write-records.ts'

/** The cost of a brief about an organization with so many active goals. */
export type BriefUnits = {
  goals: number
  /** How many of them the caller owns. */
  own: number
  /** Events since the last brief. */
  changed: number
  trips: number
  reads: number
  bytes: number
}

export const changedGoals = 10

export type BriefCase = Pick<BriefUnits, 'goals' | 'own'>

type Measured = {
  session: Client
  userId: string
  service: { origin: string; database: Database }
  meter: Pick<Meter, 'take'>
  recorder: CallRecorder
}

/** Measures the second brief of a program in each organization, where 10 of the goals have changed since the first. */
export async function measureBriefUnits(
  { session, userId, service, meter, recorder }: Measured,
  organizations: readonly BriefCase[],
): Promise<BriefUnits[]> {
  const measured: BriefUnits[] = []
  for (const { goals, own } of organizations) {
    const name = `${own} of ${goals}`
    const { activeOrganizationId } = await session.createOrganization({ body: { name } })
    const rows = Array.from({ length: goals }, (_, index) =>
      rowNumber(index, activeOrganizationId, index < own ? userId : 'email:somebody-else', userId),
    )
    await writeRecords(service.database, goalRowEntity, rows.map(encodeRow))
    const api = programWith(service, await createToken({ api: session }))
    const { cursor } = await api.getBrief()
    const changes = rows.slice(0, changedGoals).map((row) => reportOf(row, userId))
    await appendEvents(service.database, activeOrganizationId, changes)
    // Another request has recorded the use of the token.
    await api.getBrief({ query: { since: cursor } })
    meter.take()
    recorder.reset()
    const brief = await api.getBrief({ query: { since: cursor } })
    measured.push({
      goals,
      own,
      changed: brief.events.length,
      trips: recorder.waves,
      reads: meter.take().reads,
      bytes: bytesOf(brief),
    })
  }
  return measured
}

function bytesOf(brief: Brief): number {
  return Buffer.byteLength(JSON.stringify(brief))
}

/** Each brief that costs more than it may. */
export function brokenBriefBudgets(units: readonly BriefUnits[]): string[] {
  return units.flatMap(({ goals, own, changed, trips, reads, bytes }) => {
    const shown = `A brief about ${own} of ${goals} goals`
    return [
      ...(changed === changedGoals ? [] : [`${shown} has ${changed} events.`]),
      ...(trips <= 3 ? [] : [`${shown} takes ${trips} round trips.`]),
      ...(bytes <= maximumBriefBytes ? [] : [`${shown} has ${bytes} bytes.`]),
      // A page of the index, 1 MB, is 128 units.
      ...(reads <= Math.min(16 + own / 8, 140) ? [] : [`${shown} costs ${reads} read units.`]),
    ]
  })
}

const day = 24 * 60 * 60 * 1000

/** A typical row of some 800 bytes: with a deadline, a cadence and a report; every third needs attention. */
function rowNumber(index: number, organizationId: string, ownerUserId: string, reporter: string): GoalRow {
  const now = Date.now()
  const at = (daysAgo: number) => new Date(now - daysAgo * day - index).toISOString()
  return {
    organizationId,
    goalId: randomUUID(),
    title: `Plant a hundred trees along the river, part ${index}`,
    status: 'active',
    health: index % 3 === 0 ? 'at_risk' : 'on_track',
    timeframe: { kind: 'deadline', targetDate: new Date(now + 100 * day).toISOString().slice(0, 10) },
    ownerUserId,
    labelIds: [],
    blockedByGoalIds: [],
    cadence: 7,
    counts: { criteria: 3, met: 1, notMet: 0, measures: 1, confirmed: 0 },
    progress: 0.5,
    lastReport: {
      revision: 2,
      summary: 'Ten more trees stand along the river, and the next ones are ordered.',
      createdAt: at(1),
      authorityUserId: reporter,
    },
    recentHealth: ['on_track'],
    revision: 2,
    version: 2,
    textVersion: 1,
    standingVersion: 2,
    textBytes: 1_000,
    historyHash: '0'.repeat(64),
    createdAt: at(30),
    createdByUserId: ownerUserId,
    updatedAt: at(1),
    updatedByUserId: reporter,
  }
}

function reportOf({ goalId, title }: GoalRow, userId: string): Event {
  return {
    id: randomUUID(),
    type: 'goal.reported',
    createdAt: new Date().toISOString(),
    actor: { kind: 'user', id: userId, runId: null },
    authorityUserId: userId,
    goal: { id: goalId, title },
    data: {
      revision: 2,
      version: 2,
      summary: 'Ten more trees stand along the river, and the next ones are ordered.',
      status: 'active',
      health: 'at_risk',
      previous: { status: 'active', health: 'on_track' },
    },
  }
}
