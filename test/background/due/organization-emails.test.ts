import { EmailRefusedError } from '@cairn/domain/accounts/email/email-delivery'
import { describe, expect, it } from 'vitest'
import { addMembers } from '../../support/people/add-members.ts'
import { invite } from '../../support/people/invite.ts'
import { sampleTitle } from '../../support/test-all.ts'
import { deleteOrganization as deleteNow, handleChanges, leftOf } from './support/deletion.ts'
import {
  createSweeper,
  type Death,
  deathsOf,
  momentOf,
  overtake,
  sweepAndDie,
  watched,
} from './support/sweeper.ts'
import { findingsIn, publish, startWithTeams, type Team } from './support/team.ts'

/** The email to everybody who was a member of a deleted organization. */

const { clock, database, startTeam } = await startWithTeams()
const minutes = (count: number) => new Date(clock.read().getTime() + count * 60_000)

const addressesOf = ({ ada, bob, cem, dora }: Team) => [ada, bob, cem, dora].map(({ email }) => email).sort()
const receiversOf = (...sweepers: { sent: { to: string; kind: string }[] }[]) =>
  sweepers
    .flatMap(({ sent }) => sent)
    .filter(({ kind }) => kind === 'organization_deleted')
    .map(({ to }) => to)
    .sort()

async function deleteOrganization(team: Team): Promise<void> {
  await deleteNow(team)
  await handleChanges(database, clock.read)
}

/** Finishes what another test has left, so that calls are those of one deletion. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await createSweeper(database).sweep(clock.read())
    clock.advance({ milliseconds: 5 * 60_000 })
  }
}

async function startDeleted(): Promise<Team> {
  await settle()
  const team = await startTeam()
  await deleteOrganization(team)
  return team
}

describe('everybody who was a member', () => {
  it('gets one email that says who deleted what, and what is gone', async () => {
    const team = await startTeam()
    await team.ada.api.updateOrganization({ body: { name: 'Acme www.evil.test' } })
    await invite(team.ada, 'pending@example.com')
    await deleteOrganization(team)
    const sweeper = createSweeper(database)
    for (const later of [1, 4, 7]) await sweeper.sweep(minutes(later))
    expect(receiversOf(sweeper)).toEqual(addressesOf(team))
    expect(await leftOf(database, team)).toEqual([])
    const to = (email: string) => sweeper.sent.find((message) => message.to === email)
    expect(to(team.cem.email)?.subject).toBe('Ada deleted the organization Acme www. evil. test')
    expect(to(team.cem.email)?.text).toContain('goals with their reports and history are gone')
    expect(to(team.cem.email)?.text).toContain('ask who deleted it')
    expect(to(team.ada.email)?.subject).toBe('You deleted the organization Acme www. evil. test')
    expect(to(team.ada.email)?.text).toContain('If it was not you')
    expect(to(team.ada.email)?.link).toBe('https://cairn.test/settings/security')
  })

  it('does not get it while the deletion may still fail, nor if the person was removed before', async () => {
    const team = await startTeam()
    await team.ada.api.removeOrganizationMember({
      params: { userId: team.dora.userId },
      body: { reassignGoalsTo: null },
    })
    await deleteOrganization(team)
    const sweeper = createSweeper(database)
    await sweeper.sweep(clock.read())
    expect(receiversOf(sweeper)).toEqual([])
    await sweeper.sweep(minutes(1))
    expect(receiversOf(sweeper)).toEqual(addressesOf(team).filter((email) => email !== team.dora.email))
  })
})

describe('a process that is killed', () => {
  it(`before or after any call of the database sends no email twice, and leaves at most one out (${sampleTitle})`, async () => {
    const calls = await kill(undefined)
    // The rest is `organization-deletions.test.ts`.
    for (const death of deathsOf(Math.min(calls, 30))) await kill(death)
  })

  /** Returns how many calls the sweep made until then. */
  async function kill(death: Death | undefined): Promise<number> {
    const team = await startDeleted()
    const dead = await sweepAndDie(database, [minutes(1)], death)
    const next = createSweeper(database)
    for (const later of [4, 7, 10]) await next.sweep(minutes(later))
    const told = receiversOf(dead, next)
    expect(new Set(told).size, momentOf(death)).toBe(told.length)
    expect(told.length, momentOf(death)).toBeGreaterThanOrEqual(3)
    expect(await leftOf(database, team)).toEqual([])
    return dead.calls
  }

  it('while it sends the hundredth of 200 emails lets the next sweep send the others', async () => {
    await settle()
    const team = await startTeam()
    await addMembers(database, team.organizationId, 196)
    await publish(team.cem, 1)
    await deleteOrganization(team)
    let isDead = false
    const dying = createSweeper(
      watched(database, {
        before: () => {
          if (isDead) throw new Error('dead')
        },
      }),
      async () => {
        if (isDead || receiversOf(dying).length === 99) {
          isDead = true
          throw new Error('dead')
        }
      },
    )
    await dying.sweep(minutes(1)).catch(() => undefined)
    expect(receiversOf(dying)).toHaveLength(99)
    expect(await findingsIn(database)).toEqual([])
    const next = createSweeper(database)
    for (const later of [4, 7, 10]) await next.sweep(minutes(later))
    const told = receiversOf(dying, next)
    // Nobody knows whether the one that was being sent has arrived.
    expect(told).toHaveLength(199)
    expect(new Set(told).size).toBe(199)
    expect(await leftOf(database, team)).toEqual([])
  }, 120_000)
})

describe('two sweeps at once', () => {
  it('send each email once', async () => {
    const team = await startDeleted()
    const sweepers = Array.from({ length: 4 }, () => createSweeper(database))
    await Promise.all(sweepers.map((sweeper) => sweeper.sweep(minutes(1))))
    expect(receiversOf(...sweepers)).toEqual(addressesOf(team))
  })

  it('send none twice if the slower one has lost its claim', async () => {
    const team = await startDeleted()
    const slow = await overtake(database, { call: 8, at: minutes(1), laterAt: minutes(4) })
    expect(receiversOf(slow).length).toBeLessThan(4)
    expect(new Set(receiversOf(slow)).size).toBe(receiversOf(slow).length)
    for (const later of [7, 10]) await createSweeper(database).sweep(minutes(later))
    expect(await leftOf(database, team)).toEqual([])
  })
})

describe('an email that fails', () => {
  it('is tried again, while the others are not sent again', async () => {
    const team = await startDeleted()
    let isDown = true
    const sweeper = createSweeper(database, async ({ to }) => {
      if (isDown && to === team.bob.email) throw new Error('The mail service is down.')
    })
    for (const later of [1, 2, 4]) await sweeper.sweep(minutes(later))
    expect(receiversOf(sweeper)).toEqual(addressesOf(team).filter((email) => email !== team.bob.email))
    expect(sweeper.errors).toHaveLength(2)
    expect(await findingsIn(database)).toEqual([])
    isDown = false
    for (const later of [7, 10, 13]) await sweeper.sweep(minutes(later))
    expect(receiversOf(sweeper)).toEqual(addressesOf(team))
    expect(await leftOf(database, team)).toEqual([])
  })

  it('does not keep the data for longer than 6 hours', async () => {
    const team = await startDeleted()
    const sweeper = createSweeper(database, async () => {
      throw new Error('The mail service is down.')
    })
    await sweeper.sweep(minutes(359))
    expect(await leftOf(database, team)).not.toEqual([])
    for (const later of [362, 365]) await sweeper.sweep(minutes(later))
    expect(await leftOf(database, team)).toEqual([])
    expect(sweeper.sent).toEqual([])
  })

  it('is not tried again if the mail service refuses it', async () => {
    const team = await startDeleted()
    let attempts = 0
    const sweeper = createSweeper(database, async ({ to }) => {
      if (to !== team.cem.email) return
      attempts++
      throw new EmailRefusedError('no')
    })
    for (const later of [1, 4, 7]) await sweeper.sweep(minutes(later))
    expect(attempts).toBe(1)
    expect(await leftOf(database, team)).toEqual([])
  })
})
