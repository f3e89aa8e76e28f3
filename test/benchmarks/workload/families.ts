import { createClient } from '@cairn/contract/http/client'
import { newGoal } from './bodies.ts'
import type { KnownGoal, Organization } from './organization.ts'

/** A parent, and the goals directly below it. */
export type Family = { parentGoalId: string; children: KnownGoal[] }

/** As many as a goal may have. */
const childCount = 500
const atOnce = 16

/** By the secret of the organization's token. */
const families = new Map<string, Promise<Family>>()

/** Returns the wide family of an organization. It is created once, and enlarges the organization. */
export function familyOf(organization: Organization): Promise<Family> {
  const family = families.get(organization.secret) ?? createFamily(organization)
  families.set(organization.secret, family)
  return family
}

async function createFamily(organization: Organization): Promise<Family> {
  const { origin, secret } = organization
  const api = createClient({ baseUrl: origin, headers: { authorization: `Bearer ${secret}` } })
  const body = newGoal(organization)
  const { goal: parent } = await api.createGoal({ body })
  const children: KnownGoal[] = []
  while (children.length < childCount) {
    const made = await Promise.all(
      Array.from({ length: Math.min(atOnce, childCount - children.length) }, () =>
        api.createGoal({ body: { ...body, parentGoalId: parent.id } }),
      ),
    )
    children.push(...made.map(({ goal: { id, revision } }) => ({ id, revision })))
  }
  return { parentGoalId: parent.id, children }
}
