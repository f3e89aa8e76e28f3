import { type Event, type EventType, eventTypes } from '@cairn/contract/schemas/feed/events'
import { describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal, createLabel, reportOf } from '../../../support/people/goals.ts'
import { invite, join } from '../../../support/people/invite.ts'
import type { Browser } from '../../../support/people/sign-in.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { collect } from '../../../support/requests/walk.ts'
import { followTable } from '../../../support/table/table-stream.ts'

type Reader = Pick<Browser, 'api'>
type Caused = Pick<Event, 'type' | 'goal' | 'data'>

/** The same events, whether the process takes them to the feed or the function that follows the table's stream. */
describe.each(['one machine', 'a table with a stream'])('on %s', async (home) => {
  const hasStream = home !== 'one machine'
  const { ada, service, signInAs } = await startWithAda({
    environment: hasStream ? { SEARCH_INDEX: 'stream' } : {},
  })
  const stream = hasStream ? await followTable(service.table.database) : undefined
  const deliver = async () => stream?.deliver()

  /** Does something, and returns the events that follow. */
  async function eventsOf(work: () => Promise<unknown>, { api }: Reader = ada): Promise<Event[]> {
    await deliver()
    const { cursor: after } = await api.listEvents({ query: { order: 'desc', limit: 1 } })
    await work()
    await deliver()
    return (await api.listEvents({ query: { after } })).events
  }

  let addresses = 0
  const nextAddress = () => `guest-${++addresses}@example.com`

  const causedSoFar = new Set<EventType>()

  async function expectEvents(work: () => Promise<unknown>, expected: Caused[]): Promise<void> {
    const events = await eventsOf(work)
    expect(events.map(({ type, goal, data }) => ({ type, goal, data }))).toEqual(expected)
    for (const { type } of expected) causedSoFar.add(type)
  }

  const bob = await signInAs('Bob')
  const carol = await signInAs('Carol')
  await join(ada, bob, 'admin')
  await join(ada, carol)

  describe('every change', () => {
    it('of a goal is an event', async () => {
      const labelId = await createLabel(ada, 'Forest')
      let goalId = ''
      await expectEvents(async () => {
        goalId = (await createGoal(ada, { title: 'Plant trees' })).id
      }, [
        {
          type: 'goal.published',
          goal: { id: expect.any(String), title: 'Plant trees' },
          data: { version: 1, ownerUserId: ada.userId },
        },
      ])
      const goal = { id: goalId, title: 'Plant trees' }
      const report = (summary: string, overrides: Parameters<typeof reportOf>[1]) => () =>
        ada.api.createGoalUpdate({ params: { goalId }, body: reportOf(summary, overrides) })
      await expectEvents(report('Ten trees', { health: 'on_track' }), [
        {
          type: 'goal.reported',
          goal,
          data: {
            revision: 2,
            version: 2,
            summary: 'Ten trees',
            status: 'active',
            health: 'on_track',
            previous: { status: 'active', health: null },
          },
        },
      ])
      await expectEvents(report('Paused', { status: 'paused', expectedRevision: 2 }), [
        {
          type: 'goal.reported',
          goal,
          data: {
            revision: 3,
            version: 3,
            summary: 'Paused',
            status: 'paused',
            health: null,
            previous: { status: 'active', health: 'on_track' },
          },
        },
      ])
      const edit = (body: Parameters<typeof ada.api.updateGoal>[0]['body']) => () =>
        ada.api.updateGoal({ params: { goalId }, body })
      const renamed = { ...goal, title: 'Plant oaks' }
      await expectEvents(edit({ title: 'Plant oaks', detailedDescription: 'A hundred oaks.' }), [
        {
          type: 'goal.edited',
          goal: renamed,
          data: { version: 4, fields: ['title', 'detailedDescription'] },
        },
      ])
      await expectEvents(edit({ labelIds: [labelId], ownerUserId: bob.userId }), [
        { type: 'goal.edited', goal: renamed, data: { version: 5, fields: ['ownerUserId', 'labelIds'] } },
      ])
      await expectEvents(edit({ title: 'Plant oaks' }), [])
      const acknowledge = () => carol.api.acknowledgeGoalUpdate({ params: { goalId, revision: '2' } })
      await expectEvents(acknowledge, [{ type: 'report.acknowledged', goal: renamed, data: { revision: 2 } }])
      await expectEvents(acknowledge, [])
      await expectEvents(
        () => ada.api.deleteGoal({ params: { goalId } }),
        [{ type: 'goal.deleted', goal: renamed, data: { ownerUserId: bob.userId } }],
      )
    })

    it('of the work on a goal is an event', async () => {
      const goal = await createGoal(ada)
      const params = { goalId: goal.id }
      const about = { id: goal.id, title: goal.title }
      const fence = expect.any(Number)
      await expectEvents(
        () => ada.api.claimGoal({ params, body: {} }),
        [{ type: 'goal.claimed', goal: about, data: { fence, expiresAt: expect.any(String) } }],
      )
      await expectEvents(
        () => ada.api.releaseGoalClaim({ params }),
        [{ type: 'goal.claim_ended', goal: about, data: { fence, reason: 'released' } }],
      )
      await expectEvents(() => ada.api.releaseGoalClaim({ params }), [])
      const data = { questionId: expect.any(String), text: 'May I?' }
      const asked: string[] = []
      const ask = async () => {
        asked.push((await ada.api.askQuestion({ params, body: { text: 'May I?' } })).question.id)
      }
      await expectEvents(ask, [{ type: 'question.asked', goal: about, data }])
      await expectEvents(ask, [{ type: 'question.asked', goal: about, data }])
      const [answered = '', withdrawn = ''] = asked
      const answer = { params: { ...params, questionId: answered }, body: { text: 'Yes' } }
      await expectEvents(
        () => ada.api.answerQuestion(answer),
        [{ type: 'question.answered', goal: about, data: { ...data, questionId: answered } }],
      )
      await expectEvents(() => ada.api.answerQuestion(answer), [])
      const withdraw = () => ada.api.withdrawQuestion({ params: { ...params, questionId: withdrawn } })
      await expectEvents(withdraw, [
        { type: 'question.withdrawn', goal: about, data: { ...data, questionId: withdrawn } },
      ])
      await expectEvents(withdraw, [])
    })

    it('of a comment is an event, and one that changes nothing is none', async () => {
      const goal = await createGoal(ada)
      const params = { goalId: goal.id }
      const about = { id: goal.id, title: goal.title }
      const written: string[] = []
      const body = { text: 'Well done.', reportRevision: 1 }
      const write = async () => {
        written.push((await ada.api.createGoalComment({ params, body })).comment.id)
      }
      const data = { commentId: expect.any(String), reportRevision: 1, mentionedUserIds: [] }
      await expectEvents(write, [{ type: 'comment.created', goal: about, data }])
      const comment = { params: { ...params, commentId: written[0] ?? '' } }
      const edit = () => ada.api.updateGoalComment({ ...comment, body: { text: 'Well.' } })
      await expectEvents(edit, [{ type: 'comment.edited', goal: about, data }])
      await expectEvents(edit, [])
      const remove = () => ada.api.deleteGoalComment(comment)
      await expectEvents(remove, [{ type: 'comment.deleted', goal: about, data }])
      await expectEvents(remove, [])
      await expectEvents(
        () => bob.api.requestReport({ params: { goalId: comment.params.goalId } }),
        [{ type: 'report.requested', goal: about, data: { ownerUserId: ada.userId } }],
      )
    })

    it('of a label is an event', async () => {
      let labelId = ''
      await expectEvents(async () => {
        labelId = await createLabel(ada, 'River')
      }, [{ type: 'label.created', goal: null, data: { labelId: expect.any(String), name: 'River' } }])
      const params = { labelId }
      await expectEvents(
        () => ada.api.updateGoalLabel({ params, body: { name: 'Lake' } }),
        [{ type: 'label.updated', goal: null, data: { labelId, name: 'Lake' } }],
      )
      await expectEvents(() => ada.api.updateGoalLabel({ params, body: { name: 'Lake' } }), [])
      await expectEvents(
        () => ada.api.deleteGoalLabel({ params }),
        [{ type: 'label.deleted', goal: null, data: { labelId, name: 'Lake' } }],
      )
    })

    it('of an invitation and of a role is an event', async () => {
      const dora = await signInAs('Dora')
      const member = { invitationId: expect.any(String), role: 'member' as const }
      let invited: Awaited<ReturnType<typeof invite>> | undefined
      await expectEvents(async () => {
        invited = await invite(bob, 'dora@example.com')
      }, [{ type: 'invitation.created', goal: null, data: member }])
      const params = { invitationId: invited?.id ?? '' }
      await expectEvents(() => bob.api.resendOrganizationInvitation({ params }), [])
      await expectEvents(
        () => bob.api.revokeOrganizationInvitation({ params }),
        [{ type: 'invitation.revoked', goal: null, data: member }],
      )
      invited = await invite(bob, 'dora@example.com')
      await expectEvents(
        () => demote(bob.userId),
        [
          {
            type: 'member.role_changed',
            goal: null,
            data: { userId: bob.userId, role: 'member', previousRole: 'admin' },
          },
        ],
      )
      await expectEvents(() => demote(bob.userId), [])
      // Bob's invitation is void now: it ends when the address is invited again.
      const { id } = invited
      await expectEvents(async () => {
        invited = await invite(ada, 'dora@example.com')
      }, [
        { type: 'invitation.revoked', goal: null, data: { invitationId: id, role: 'member' } },
        { type: 'invitation.created', goal: null, data: member },
      ])
      await expectEvents(
        () => dora.api.acceptOrganizationInvitation({ body: { token: invited?.token ?? '' } }),
        [
          { type: 'invitation.accepted', goal: null, data: member },
          { type: 'member.joined', goal: null, data: { userId: dora.userId, role: 'member' } },
        ],
      )
    })

    it('of the members is an event', async () => {
      const [dan, eve] = [await signInAs('Dan'), await signInAs('Eve')]
      await join(ada, dan)
      await join(ada, eve, 'admin')
      const remove = (by: Reader, { userId }: Browser) =>
        by.api.removeOrganizationMember({ params: { userId }, body: { reassignGoalsTo: null } })
      await expectEvents(
        () => remove(dan, dan),
        [{ type: 'member.left', goal: null, data: { userId: dan.userId, role: 'member' } }],
      )
      await expectEvents(
        () => remove(ada, eve),
        [{ type: 'member.removed', goal: null, data: { userId: eve.userId, role: 'admin' } }],
      )
    })

    it('is one of the types of the contract', () => {
      expect([...causedSoFar].toSorted()).toEqual(eventTypes.toSorted())
    })
  })

  function demote(userId: string) {
    return ada.api.updateOrganizationMemberRole({ params: { userId }, body: { role: 'member' } })
  }

  describe('an event', () => {
    it('names who acted, in whose name, and when', async () => {
      const token = await createToken(ada)
      const program = programWith(service, token)
      const [event, more] = await eventsOf(() => createLabel({ ...ada, api: program }, 'By a program'))
      expect(more).toBeUndefined()
      expect(event).toMatchObject({
        actor: { kind: 'client', id: token.id, runId: null },
        authorityUserId: ada.userId,
        createdAt: expect.stringMatching(/Z$/),
      })
    })

    it('has the id of its entry in the history', async () => {
      const goal = await createGoal(ada)
      const [edited] = await eventsOf(() =>
        ada.api.updateGoal({ params: { goalId: goal.id }, body: { title: 'Oaks' } }),
      )
      const { edits } = await ada.api.listGoalEdits({ params: { goalId: goal.id } })
      expect(edited?.id).toBe(edits[0]?.id)
      expect(edited?.createdAt).toBe(edits[0]?.createdAt)
    })

    it('is not caused by a refused change', async () => {
      const goal = await createGoal(ada)
      const refused = async () => {
        const body = reportOf('Too early', { expectedRevision: 7 })
        await expect(ada.api.createGoalUpdate({ params: { goalId: goal.id }, body })).rejects.toThrow()
        await expect(carol.api.deleteGoal({ params: { goalId: goal.id } })).rejects.toThrow()
      }
      expect(await eventsOf(refused)).toEqual([])
    })

    it('is caused once by a report that is sent twice', async () => {
      const goal = await createGoal(ada)
      const send = () =>
        ada.api.createGoalUpdate({ params: { goalId: goal.id }, body: reportOf('Once, twice') })
      expect(await eventsOf(async () => [await send(), await send()])).toHaveLength(1)
    })
  })

  describe('events of members and invitations', () => {
    it('are for administrators only, also by token', async () => {
      const secrets = { ada: await createToken(ada), carol: await createToken(carol) }
      const readers: [Reader, boolean][] = [
        [ada, true],
        [carol, false],
        [{ api: programWith(service, secrets.ada) }, true],
        [{ api: programWith(service, secrets.carol) }, false],
      ]
      for (const [reader, isShown] of readers) {
        const events = await eventsOf(async () => {
          await invite(ada, nextAddress())
          await deliver()
          await createLabel(ada, `Label of ${nextAddress()}`)
        }, reader)
        const types = events.map(({ type }) => type)
        expect(types).toEqual(isShown ? ['invitation.created', 'label.created'] : ['label.created'])
      }
    })

    it('follow the current role', async () => {
      const erin = await signInAs('Erin')
      await join(ada, erin, 'admin')
      const program = programWith(service, await createToken(erin))
      const isShown = async () => (await eventsOf(() => invite(ada, nextAddress()), { api: program })).length
      expect(await isShown()).toBe(1)
      await demote(erin.userId)
      expect(await isShown()).toBe(0)
    })
  })

  describe('a page', () => {
    it.each(['asc', 'desc'] as const)('is followed by the next one, %s', async (order) => {
      for (const number of [1, 2, 3]) await createLabel(ada, `Page ${order} ${number}`)
      await deliver()
      const whole = (await ada.api.listEvents({ query: { order } })).events
      const pages = await collect(
        (after) => ada.api.listEvents({ query: { order, limit: 7, after } }),
        ({ events }) => events,
      )
      expect(pages).toEqual(whole)
      const reverse = (await ada.api.listEvents({ query: { order: order === 'asc' ? 'desc' : 'asc' } }))
        .events
      expect(reverse.toReversed()).toEqual(whole)
    })

    it('is followed by what happens later, after the last page too', async () => {
      const { nextCursor, cursor } = await ada.api.listEvents({ query: {} })
      expect(nextCursor).toBeNull()
      expect(await ada.api.listEvents({ query: { after: cursor } })).toMatchObject({
        events: [],
        nextCursor: null,
      })
      await createLabel(ada, 'Later')
      await deliver()
      const { events } = await ada.api.listEvents({ query: { after: cursor } })
      expect(events.map(({ type }) => type)).toEqual(['label.created'])
    })

    it('of a list that goes back leads to what happened since its first page', async () => {
      const first = await ada.api.listEvents({ query: { order: 'desc', limit: 2 } })
      await createLabel(ada, 'Since')
      await deliver()
      const second = await ada.api.listEvents({
        query: { order: 'desc', limit: 2, after: first.nextCursor ?? '' },
      })
      for (const { cursor } of [first, second]) {
        const { events } = await ada.api.listEvents({ query: { after: cursor } })
        expect(events).toMatchObject([{ type: 'label.created', data: { name: 'Since' } }])
      }
    })
  })
})
