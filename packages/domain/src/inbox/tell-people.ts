import type { Event } from '@cairn/contract/schemas/feed/events'
import { setClaimTimer } from '../goals/work/claims/claim-timer.ts'
import type { Database } from '../storage/database/client.ts'
import { deliver } from './deliver.ts'
import { needsOf, tellOf } from './happenings.ts'
import { readFacts } from './read-facts.ts'
import { removeItemsOf } from './remove-items.ts'

/**
 * Puts an event into the inboxes of the people whom it concerns. Also sets the timer of a claim, and deletes the items of a deleted goal. Safe
 * to repeat.
 */
export async function tellPeople(
  database: Database,
  organizationId: string,
  event: Event,
  now: Date,
): Promise<void> {
  const { goal, actor, actorName } = event
  if (goal === null) return
  const goalId = goal.id
  if (event.type === 'goal.deleted') return removeItemsOf(database, { organizationId, goalId })
  if (event.type === 'goal.claimed') {
    await setClaimTimer(database, { organizationId, goalId }, Date.parse(event.data.expiresAt))
  }
  const needs = needsOf(event)
  if (needs === undefined) return
  const facts = await readFacts(database, organizationId, event, needs)
  if (facts === null) return
  const { people, ref, happened } = tellOf(event, facts)
  if (people.size === 0) return
  await deliver(database, { organizationId, goalId, event: happened, actor, actorName, ref, people }, now)
}
