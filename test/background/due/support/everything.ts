import { createClient } from '@cairn/contract/http/client'
import { newPerson, personKeyOf, readPerson } from '@cairn/domain/accounts/notifications/person'
import { addReminders } from '@cairn/domain/accounts/notifications/reminders/add-reminders'
import { recordEvents } from '@cairn/domain/background/changes/record-events'
import { deliverWebhooks } from '@cairn/domain/background/deliveries/deliver-webhooks'
import { newEvent } from '@cairn/domain/events/new-event'
import { callerOfSession } from '@cairn/domain/requests/access'
import { transact } from '@cairn/domain/storage/database/transaction'
import { timerOf } from '@cairn/domain/storage/table/entities/due/due-index'
import { questionMailEntity } from '@cairn/domain/storage/table/entities/due/question-mail'
import { shortId } from '@cairn/domain/storage/table/short-id'
import { expect } from 'vitest'
import { password } from '../../../support/people/accounts.ts'
import { bearer, createToken } from '../../../support/people/api-tokens.ts'
import { newGoal, reportOf } from '../../../support/people/goals.ts'
import { tokenIn } from '../../../support/people/invite.ts'
import { giveAccount, newcomer } from '../../../support/people/sessions.ts'
import type { Browser } from '../../../support/people/sign-in.ts'
import { pictureOf } from '../../../support/requests/pictures.ts'
import { connect } from '../../../support/requests/program.ts'
import { createClock } from '../../../support/service/clock.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { writeRecords } from '../../../support/table/write-records.ts'
import { handleChanges } from './deletion.ts'
import { createSweeper } from './sweeper.ts'

/** A sender whose receiver is never there, so deliveries are queued. */
const failing = {
  send: async () => ({ statusCode: null, error: 'The receiver did not respond.', durationMilliseconds: 5 }),
}

/** A service with people and organizations that have a record of everything that one can have. Tests do what is due. */
export async function startWithEverything() {
  // A Tuesday, so that no digest is due.
  const clock = createClock('2099-03-03T10:00:00.000Z')
  const service = stopAfterFile(
    await startTestService({
      clock: clock.read,
      background: false,
      environment: { RATE_LIMITS: 'off' },
    }),
  )
  const { database } = service.table
  let names = 0

  /** Somebody with an account and an own organization. */
  async function person(name: string): Promise<Browser> {
    const somebody = await newcomer(service, name, clock.read())
    await somebody.api.getOrganizationContext()
    await giveAccount(service, somebody, password)
    await somebody.api.setPicture({ body: pictureOf(name) })
    return somebody
  }

  /** Somebody's session in an organization, whichever is the active one. */
  function inside(organizationId: string, somebody: Browser): Browser {
    const { cookie } = somebody
    const headers = { origin: service.origin, cookie, 'organization-id': organizationId }
    return { ...somebody, api: createClient({ baseUrl: service.origin, headers }) }
  }

  /** Lets a host invite a guest who accepts. */
  async function join(host: Browser, guest: Browser, role: 'admin' | 'member'): Promise<void> {
    const body = { email: guest.email, role }
    const { acceptUrl } = await host.api.createOrganizationInvitation({ body })
    await guest.api.acceptOrganizationInvitation({ body: { token: tokenIn(acceptUrl) } })
  }

  /** Lets a reminder of a deadline wait for the next email. */
  async function waitForReminder({ userId }: Browser, organizationId: string, goalId: string): Promise<void> {
    const now = clock.read()
    const known = (await readPerson(database, userId)) ?? newPerson(userId, now)
    const goal = { organizationKey: shortId(organizationId), goalKey: shortId(goalId) }
    const reminder = { kind: 'deadline', due: '2099-03-27', day: '2099-03-20' } as const
    const failed = await transact(database, addReminders(known, goal, [reminder], now.getTime()))
    expect(failed).toEqual([])
  }

  /** Lets a question wait for an email, as one that came after the last of a day. */
  async function waitForMail(
    { userId }: Browser,
    organizationId: string,
    { id: questionId, goalId }: { id: string; goalId: string },
  ): Promise<void> {
    const personKey = personKeyOf(userId)
    const goal = { organizationKey: shortId(organizationId), goalKey: shortId(goalId) }
    const timer = timerOf(personKey, Date.parse('2099-03-20T08:00:00.000Z'))
    await writeRecords(database, questionMailEntity, [{ personKey, userId, ...goal, questionId, ...timer }])
  }

  /** Uses an idempotency key. */
  async function createOnce(organizationId: string, credential: Record<string, string>): Promise<void> {
    const response = await fetch(`${service.origin}/v1/goal-labels`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'organization-id': organizationId,
        'idempotency-key': 'once',
        ...credential,
      },
      body: JSON.stringify({ name: `Once ${++names}` }),
    })
    expect(response.status).toBe(201)
  }

  /** Records an event as where the table has a stream. */
  async function recordInStream({ userId }: Browser, organizationId: string): Promise<void> {
    const by = { by: callerOfSession(userId, organizationId), now: clock.read() }
    const events = [newEvent('member.joined', by, { userId, role: 'member' })]
    const change = recordEvents({ ...database, hasStream: true }, { organizationId, events })
    expect(await transact(database, { change })).toEqual([])
  }

  /** Lets a member have everything in an organization. Returns the ids of a goal and of a token. */
  async function equip(by: Browser, organizationId: string, labelId: string) {
    const { goal } = await by.api.createGoal({
      body: {
        ...newGoal,
        timeframe: { kind: 'deadline', targetDate: '2099-03-27' },
        labelIds: [labelId],
        cadence: { everyDays: 20 },
        criteria: [{ title: 'Planted', description: 'All of them.' }],
        verification: 'other_person',
      },
    })
    const params = { goalId: goal.id }
    await by.api.updateGoal({ params, body: { title: `Goal ${++names}` } })
    await by.api.createGoalUpdate({
      params,
      body: reportOf('Planted', {
        usage: { seconds: 1 },
        handoff: 'Water them.',
        verdicts: goal.criteria.map(({ id }) => ({ criterionId: id, result: 'met' })),
      }),
    })
    await by.api.claimNextGoal({ body: { ownerUserId: 'me', runId: 'run', leaseSeconds: 86_400 } })
    const { question } = await by.api.askQuestion({ params, body: { text: 'More trees?' } })
    await waitForMail(by, organizationId, question)
    await waitForReminder(by, organizationId, goal.id)
    await createOnce(organizationId, { origin: service.origin, cookie: by.cookie })
    for (const isShared of [true, false]) {
      await by.api.createGoalView({ body: { name: 'View', query: '', isShared } })
    }
    await connect(service.origin, by, { organizationId, scopes: ['goals:read'] })
    const { id: tokenId, secret } = await createToken(by)
    await createOnce(organizationId, bearer(secret))
    await recordInStream(by, organizationId)
    return { goalId: goal.id, tokenId }
  }

  /** A new organization with an owner, an admin and a member. The last two have everything in it. */
  async function fill(name: string, people: { owner: Browser; admin: Browser; member: Browser }) {
    const { activeOrganizationId: organizationId } = await people.owner.api.createOrganization({
      body: { name },
    })
    const owner = inside(organizationId, people.owner)
    const [admin, member] = [inside(organizationId, people.admin), inside(organizationId, people.member)]
    await join(owner, people.admin, 'admin')
    await join(owner, people.member, 'member')
    const body = { url: 'http://127.0.0.1:1024/' }
    await owner.api.createWebhook({ body })
    const { webhook } = await admin.api.createWebhook({ body })
    const { label } = await owner.api.createGoalLabel({ body: { name: 'Forest' } })
    const { label: unused } = await owner.api.createGoalLabel({ body: { name: 'Lake' } })
    const admins = await equip(admin, organizationId, label.id)
    const members = await equip(member, organizationId, label.id)
    for (const [reader, { goalId }, mentioned] of [
      [admin, members, member],
      [member, admins, admin],
    ] as const) {
      await reader.api.acknowledgeGoalUpdate({ params: { goalId, revision: '1' } })
      await reader.api.watchGoal({ params: { goalId } })
      await reader.api.createGoalComment({
        params: { goalId },
        // The item waits for the email of the next morning.
        body: { text: 'Well done.', mentionedUserIds: [mentioned.userId] },
      })
    }
    const { template } = await owner.api.createGoalTemplate({ body: { name: 'Quarter' } })
    for (const { api } of [admin, member]) {
      await api.putGoalDraft({ params: { goalId: admins.goalId }, body: { content: 'Half' } })
    }
    await member.api.requestReport({ params: { goalId: admins.goalId } })
    const timeframe = { kind: 'continuous' } as const
    await admin.api.continueGoal({ params: { goalId: admins.goalId }, body: { timeframe } })
    const { goal: above } = await owner.api.createGoal({ body: newGoal })
    const { goal: below } = await owner.api.createGoal({ body: { ...newGoal, parentGoalId: above.id } })
    const { goal: blocker } = await owner.api.createGoal({
      body: { ...newGoal, reviewerUserId: member.userId },
    })
    await owner.api.updateGoal({ params: { goalId: below.id }, body: { blockedByGoalIds: [blocker.id] } })
    const { invitation } = await owner.api.createOrganizationInvitation({
      body: { email: 'eve@example.com', role: 'member' },
    })
    await handleChanges(database, clock.read)
    // Sets the time of the emails with what is new in inboxes.
    await createSweeper(database).sweep(clock.read())
    const email = { enabled: false, deliver: async () => undefined }
    const sources = { database, webOrigin: service.origin, sender: failing, email, clock: clock.read }
    await deliverWebhooks({ ...sources, signal: new AbortController().signal }, organizationId)
    return {
      name,
      organizationId,
      owner,
      admin,
      member,
      admins,
      members,
      webhookId: webhook.id,
      /** Of a label that no goal has. */
      labelId: unused.id,
      invitationId: invitation.id,
      templateId: template.id,
    }
  }

  /** Does everything that follows. Claims end, and last passes begin a minute after. Returns the emails. */
  async function finish() {
    const sweeper = createSweeper(database)
    for (const minutes of [1, 4, 7, 10, 13]) {
      await handleChanges(database, clock.read)
      await sweeper.sweep(new Date(clock.read().getTime() + minutes * 60_000))
    }
    expect(sweeper.errors).toEqual([])
    clock.advance({ milliseconds: 15 * 60_000 })
    return sweeper.sent
  }

  return { clock, service, database, person, inside, join, fill, finish }
}
