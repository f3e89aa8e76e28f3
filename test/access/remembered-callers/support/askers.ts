import { organizationIdHeader } from '@cairn/contract'
import type { Caller } from '@cairn/domain/requests/access'
import { bearer, createToken, removeMember } from '../../../support/people/api-tokens.ts'
import { createGoal } from '../../../support/people/goals.ts'
import type { World } from '../../../support/people/world.ts'
import type { TestService } from '../../../support/service/service.ts'

export type Headers = Record<string, string | undefined>

/** `right` is what a process remembers of the caller. */
export type Asker = { name: string; headers: Headers; right: Caller }

/**
 * Everybody whom an operation can meet: people, programs, and those who have lost their access.
 *
 * @param meet  Called with everybody's headers while all still have access.
 */
export async function createAskers(
  world: World<TestService>,
  meet: (headers: Headers) => Promise<Caller>,
): Promise<Asker[]> {
  const { owner, member, stranger, colleague } = world
  const { organizationId } = owner
  const program = (secret: string) => ({ origin: undefined, ...bearer(secret) })
  const revoked = await createToken(owner)
  const header = organizationIdHeader.toLowerCase()
  const naming = { [header]: organizationId }
  const everybody: [name: string, headers: Headers][] = [
    ['the owner', { cookie: owner.cookie }],
    ['a member', { cookie: member.cookie }],
    ['a member who names the organization', { cookie: member.cookie, ...naming }],
    ['a stranger who names the organization', { cookie: stranger.cookie, ...naming }],
    ['a member who names something else', { cookie: member.cookie, [header]: 'x' }],
    ['a former member', { cookie: colleague.cookie }],
    ['the owner by program', program((await createToken(owner)).secret)],
    ['a program with few scopes', program((await createToken(member, ['goals:read', 'labels:read'])).secret)],
    [
      'a program for another goal',
      program((await createToken(member, undefined, { goalIds: [(await createGoal(member)).id] })).secret),
    ],
    ["a former member's program", program((await createToken(colleague)).secret)],
    ['a revoked program', program(revoked.secret)],
  ]
  const askers: Asker[] = []
  for (const [name, headers] of everybody) {
    askers.push({ name, headers, right: await meet({ ...headers, [header]: undefined }) })
  }
  await owner.api.revokeApiToken({ params: { tokenId: revoked.id } })
  await removeMember(world.service, colleague.userId, organizationId)
  return askers
}
